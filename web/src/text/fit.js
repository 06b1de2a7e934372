// The words of the view of what fits, in both languages: they come with the view.
import en from './fit.en.json';
import zh from './fit.zh.json';

export default { en, zh };
