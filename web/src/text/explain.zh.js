// What only explanations say, in Chinese: names of formulas and of their inputs.
export { default } from '../../../core/data/messages/zh.json?explain';
