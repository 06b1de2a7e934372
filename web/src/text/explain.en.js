// What only explanations say, in English: names of formulas and of their inputs.
export { default } from '../../../core/data/messages/en.json?explain';
