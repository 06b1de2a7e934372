// What formulas say in words and not in symbols, in both languages: they come with the explanations.
import en from './words.en.json';
import zh from './words.zh.json';

export default { en, zh };
