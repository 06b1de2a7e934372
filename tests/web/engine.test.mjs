import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load_bundled } from '../../web/build/views.mjs';

const { create_engine } = await load_bundled('src/engine.js');
const { create_more } = await load_bundled('src/more.js');
const { create_app } = await load_bundled('src/app.js');
const { create_text } = await load_bundled('src/text.js');

const good = JSON.stringify({ schema: 1, result: { scenario: {}, link: 'v=1&k=abcd', devices: [], assumptions: [] }, issues: [] });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A module that traps on batch 13, as a broken build might; counts how often it was made. */
function fragile() {
  let made = 0;
  const create = async () => {
    made += 1;
    return {
      catalogue: () => JSON.stringify({ schema: 1, result: { devices: [], models: [], fields: [] }, issues: [] }),
      link: () => good,
      estimate(request) {
        if (request.includes('13')) throw new WebAssembly.RuntimeError('unreachable');
        return good;
      },
    };
  };
  return { create, made: () => made };
}

test('an answer with another envelope is refused', async () => {
  const engine = await create_engine({}, async () => ({ estimate: () => '{"schema":2,"result":{},"issues":[]}' }));
  assert.equal(engine.call('estimate', {}).issues[0].code, 'engine.envelope');
});

test('text goes to the module as it is, objects as JSON', async () => {
  const seen = [];
  const engine = await create_engine({}, async () => ({ link: (request) => seen.push(request) && good }));
  engine.call('link', '#v=1');
  engine.call('link', { batch: 2 });
  assert.deepEqual(seen, ['#v=1', '{"batch":2}']);
});

test('after a trap the module is made again and the next call works', async () => {
  const { create, made } = fragile();
  const engine = await create_engine({}, create);
  assert.equal(engine.call('estimate', { batch: 13 }).issues[0].code, 'engine.trap');
  assert.equal(engine.call('estimate', { batch: 1 }).issues[0].code, 'engine.gone');
  await settled();
  assert.equal(made(), 2);
  assert.deepEqual(engine.call('estimate', { batch: 1 }).issues, []);
});

test('after a trap the page keeps what was typed and does not fall into a loop', async () => {
  const { create, made } = fragile();
  const engine = await create_engine({}, create);
  const text = create_text('en', { ui: {}, messages: { issues: {}, assumptions: {}, labels: {} } });
  const app = create_app({ engine, text, render: () => undefined });
  app.act.set_field('batch', 13);
  await settled();
  assert.deepEqual(app.state().scenario, { batch: 13 });
  assert.ok(app.state().issues.some(({ code }) => code === 'engine.trap'));
  await settled();
  assert.equal(made(), 2);
  app.act.set_field('batch', 14);
  assert.deepEqual(app.state().issues, []);
});

test('an edit made while the module starts again is answered when it is there', async () => {
  const engine = await create_engine({}, fragile().create);
  const text = create_text('en', { ui: {}, messages: { issues: {}, assumptions: {}, labels: {} } });
  const app = create_app({ engine, text, render: () => undefined });
  app.act.set_field('batch', 13);
  app.act.set_field('batch', 1);
  assert.ok(app.state().issues.some(({ code }) => code === 'engine.gone'));
  await settled();
  assert.deepEqual(app.state().issues, []);
});

test('the second module is loaded once, when first asked for, and a failed load may be tried again', async () => {
  let tries = 0;
  const more = create_more(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return create_engine({}, async () => ({ explain: () => good }));
  });
  assert.equal(more.now('explain', {}), null);
  await more.load();
  assert.equal(more.now('explain', {}).issues[0].code, 'engine.more');
  await Promise.all([more.load(), more.load()]);
  assert.deepEqual(more.now('explain', {}).issues, []);
  assert.equal(tries, 2);
});

test('an explanation waits for the second module and then follows the scenario', async () => {
  const seen = [];
  const engine = await create_engine({}, fragile().create);
  const text = create_text('en', { ui: {}, messages: { issues: {}, assumptions: {}, labels: {} } });
  const start_more = () => create_engine({}, async () => ({ explain: (request) => seen.push(JSON.parse(request)) && good }));
  const app = create_app({ engine, text, render: () => undefined, start_more });
  app.act.explain('devices.0.time.total_s');
  assert.equal(app.state().explanation.envelope, null);
  await settled();
  assert.ok(app.state().explanation.envelope.result);
  app.act.set_field('batch', 2);
  assert.deepEqual(seen.map(({ scenario }) => scenario), [{}, { batch: 2 }]);
});
