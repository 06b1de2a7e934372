// The words of the view of plans, in both languages, with the core's reasons: they come with the view.
import en_reasons from '../../../core/data/messages/en.json?plan';
import zh_reasons from '../../../core/data/messages/zh.json?plan';
import en from './plan.en.json';
import zh from './plan.zh.json';

export default { en: { ...en, ...en_reasons }, zh: { ...zh, ...zh_reasons } };
