// The words of the view of the score, in both languages: they come with the view.
import en from './score.en.json';
import zh from './score.zh.json';

export default { en, zh };
