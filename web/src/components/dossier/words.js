// The words of a device's dossier, in both languages: they come with it.
import en from './words.en.json';
import zh from './words.zh.json';

export default { en, zh };
