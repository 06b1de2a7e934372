// The words of the view of limits, in both languages: they come with the view.
import en from './limits.en.json';
import zh from './limits.zh.json';

export default { en, zh };
