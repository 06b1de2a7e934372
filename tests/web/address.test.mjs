import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { create_address, scenario_text } from '../../web/src/address.js';

function fake_window(hash = '') {
  const listeners = {};
  const entries = [hash];
  const window = {
    location: { hash, search: '', pathname: '/' },
    history: {
      replaceState: (_, __, url) => go(url, false),
      pushState: (_, __, url) => go(url, true),
    },
    addEventListener: (name, listener) => (listeners[name] = listener),
  };
  function go(url, added) {
    window.location.hash = url.includes('#') ? url.slice(url.indexOf('#')) : '';
    if (added) entries.push(window.location.hash);
    else entries[entries.length - 1] = window.location.hash;
  }
  return { window, listeners, entries };
}

test('the hash is the scenario, else a query that carries one, else the default', () => {
  assert.equal(scenario_text({ hash: '#v=1&b=2', search: '' }), '#v=1&b=2');
  assert.equal(scenario_text({ hash: '', search: '?v=1&b=2' }), '?v=1&b=2');
  assert.equal(scenario_text({ hash: '', search: '?utm=x' }), '');
  assert.equal(scenario_text({ hash: '#main', search: '' }), null);
});

test('edits of a value share one entry of the history and one write', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { window, entries } = fake_window();
  const address = create_address(window, () => assert.fail('nobody moved'));
  for (let n = 1; n <= 50; n += 1) address.replace(`v=1&b=${n}`);
  assert.deepEqual(entries, ['']);
  mock.timers.tick(400);
  assert.deepEqual(entries, ['#v=1&b=50']);
  mock.timers.reset();
});

test('a discrete change makes an entry of its own and keeps the edit before it', () => {
  const { window, entries } = fake_window();
  const address = create_address(window, () => undefined);
  address.replace('v=1&b=4');
  address.push('v=1&b=4&w=decode');
  address.push('v=1&b=4&w=decode');
  assert.deepEqual(entries, ['#v=1&b=4', '#v=1&b=4&w=decode']);
});

test('back, forward and a pasted hash are read once, our own writes never', () => {
  const moves = [];
  const { window, listeners } = fake_window('#v=1&b=1');
  const address = create_address(window, (text) => moves.push(text));
  address.push('v=1&b=2');
  listeners.popstate();
  assert.deepEqual(moves, []);
  window.location.hash = '#v=1&b=1';
  listeners.popstate();
  listeners.hashchange();
  assert.deepEqual(moves, ['#v=1&b=1']);
});

test('a page anchor is not a scenario', () => {
  const { window, listeners } = fake_window('#v=1&b=1');
  create_address(window, () => assert.fail('an anchor was read as a scenario'));
  window.location.hash = '#main';
  listeners.hashchange();
});

test('a browser that refuses a write does not stop the page', () => {
  const { window } = fake_window();
  window.history.pushState = () => {
    throw new Error('SecurityError');
  };
  create_address(window, () => undefined).push('v=1&b=2');
  assert.equal(window.location.hash, '');
});
