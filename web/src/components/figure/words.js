// The words of the figures that come when they are asked for, in both languages.
import en from './words.en.json';
import zh from './words.zh.json';

export default { en, zh };
