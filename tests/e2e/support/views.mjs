// Every view of the page by its name, with a scenario that fills it and what to wait for; for tests and for screenshots.

export const decode = '#v=1&m=llama-2-70b&w=decode&s=2048&o=256&b=16&d=h100-sxm5-80gb~tpu-v4~rtx-4090~a100-sxm4-80gb~mi300x~l4~mtia-v2~b200';
export const serving = '#v=1&m=llama-3.1-8b&w=serve&s=1024&c=16&stack=vllm&d=a100-sxm4-80gb~rtx-4090~h100-sxm5-80gb&base=1';
export const train = '#v=1&m=gpt2-xl&w=train&b=64&tok=1e10&d=a100-sxm4-80gb~v100-sxm2-32gb~rtx-4090&d1.n=8';
export const many = '#v=1&m=llama-3.1-8b&w=train&s=4096&b=256&tok=1e11&d=h100-sxm5-80gb~tpu-v5p&d1.n=16&d2.n=16';
export const own = '#v=1&m=llama-3.1-8b&w=decode&d=h100-sxm5-80gb~h100-sxm5-80gb&d2.name=Next%20Year%20Card%202027%2C%20Maybe%20Two%20of%20It&d2.peak=1979&d2.bw=4000&d2.mem=120';
const long_names = `${own}&view=sweep`.replace('d=h100-sxm5-80gb~h100-sxm5-80gb', `d=${Array(8).fill('h100-sxm5-80gb').join('~')}`);

const view = (link, name) => `${link}&view=${name}`;
const fit = '.fit td';

/** Name, link, what is there once the view is. @type {[string, string, string][]} */
export const views = [
  ['time', serving, '.chart'], ['parts', view(serving, 'parts'), '.chart .part'], ['memory', view(serving, 'memory'), '.chart .spare'],
  ['roofline', view(serving, 'roofline'), '[data-frame="roofline"] .mark'], ['sweep', view(serving, 'sweep'), '[data-frame="sweep"] .band-area'],
  ['sweep-memory', view(serving, 'sweep-memory'), '[data-frame="sweep"] .line'], ['scale', view(many, 'scale'), '[data-frame="scale"] .line'],
  ['cost', view(serving, 'cost'), '[data-frame="cost"] .chart'], ['plan', view(many, 'plan'), '.plan table'], ['models', view(serving, 'models'), '[data-frame="models"] .chart'],
  ['fit-context', view(serving, 'fit-context'), fit], ['fit-batch', view(serving, 'fit-batch'), fit], ['fit-micro-batch', view(train, 'fit-micro-batch'), fit],
  ['fit-model', view(serving, 'fit-model'), fit], ['fit-devices', view(serving, 'fit-devices'), fit], ['fit-catalogue', view(serving, 'fit-catalogue'), fit],
  ['limits', view(serving, 'limits'), '[data-limits]'], ['limits-train', view(train, 'limits'), '[data-limits]'], ['compare', view(serving, 'compare'), '[data-pair]'],
  ['accuracy', '#v=1&view=accuracy', '.scatter, table'], ['gallery', '#v=1&view=gallery', '[data-claim]'],
  ['eight-parts', view(decode, 'parts'), '.chart .part'], ['eight-roofline', view(decode, 'roofline'), '[data-frame="roofline"] .mark'],
  ['eight-sweep', view(decode, 'sweep'), '[data-frame="sweep"] .line'], ['eight-names', long_names, '[data-frame="sweep"] .line'],
  ['eight-cost', view(decode, 'cost'), '[data-frame="cost"] .chart'], ['eight-compare', view(decode, 'compare'), '[data-pair]'],
];

/** Nothing is on its way any more. */
export const idle = (page) => page.waitForFunction(
  () => ![...document.querySelectorAll('[role="status"]')].some((node) => node.checkVisibility() && /^(Loading…|正在加载…|Searching: |搜索中：)/.test(node.textContent)), undefined, { timeout: 40000 },
);

/** Opens a view in a page that is open already, as a reader does who pastes a link, and waits until it is there. */
export async function show(page, link, there) {
  await page.evaluate((hash) => { location.hash = hash; }, link);
  await page.locator(there).first().waitFor({ state: 'attached', timeout: 30000 });
  await idle(page);
}
