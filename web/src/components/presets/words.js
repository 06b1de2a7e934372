// The words of the presets, in both languages: they come with the list.
import en from './words.en.json';
import zh from './words.zh.json';

export default { en, zh };
