// The words of the gallery, in both languages: they come with the view.
import en from './words.en.json';
import zh from './words.zh.json';

export default { en, zh };
