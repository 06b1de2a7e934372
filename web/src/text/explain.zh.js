// What only explanations and the rarer calls say, in Chinese: names of formulas and of their inputs, issues.
export { default } from '../../../core/data/messages/zh.json?explain';
