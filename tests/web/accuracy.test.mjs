// "How far off is it?": what the build makes of the score, and what the view makes of that.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { accuracy_data, run_score } from '../../web/build/score.mjs';
import { open_views } from '../../web/build/views.mjs';
import { choices_of, chosen, drawn_value, nearest, plain_summary, points_of, scale_of } from '../../web/src/accuracy.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'web/dist');
const score = await run_score();
const data = accuracy_data(score);
const views = await open_views();
const engine = await views.start();

const row = (change) => ({
  id: 'r', line: 'ops', device: 'Toy', device_id: '', software: 'some', subject: 'add', unit: 's', counted: true, measured: 2,
  estimate: 1.5, in_band: true, assumed: [], links: ['v=1&w=matmul&d=toy&k=abcd'], scenario: true, source: 'paper', source_url: 'https://example.org/',
  ...change,
});
const toy = (rows) => accuracy_data({ rows, summary: {}, lines: [], skipped: [], set_aside: [] });

test('a row comes back as it was, with the signed error of the score', () => {
  const [point] = points_of(toy([row({}), row({ line: 'decode' })]), 'ops');
  assert.deepEqual(point, {
    id: 'r', device: 'Toy', software: 'some', subject: 'add', unit: 's', measured: 2, estimate: 1.5, error: -0.25, counted: true,
    in_band: true, right: false, assumed: [], set_aside: '', source: 'paper', source_url: 'https://example.org/', links: ['v=1&w=matmul&d=toy'],
  });
});

test('a row without an estimate is no point, and one without a scenario has no link', () => {
  const [one, ...more] = points_of(toy([row({ estimate: undefined }), row({ id: 'b', scenario: false, in_band: undefined })]), 'ops');
  assert.deepEqual([one.id, one.links, one.in_band, more.length], ['b', [], null, 0]);
});

test('the plain median and the share within a quarter are those of the points shown', () => {
  const points = points_of(toy([2, 1.6, 1, 4].map((estimate, index) => row({ id: String(index), estimate, software: index ? 'a' : 'b' }))), 'ops');
  // Errors 0, −20 %, −50 % and +100 %.
  assert.deepEqual(plain_summary(points), { rows: 4, median: 0.35, within: 2 });
  assert.deepEqual(plain_summary([]), { rows: 0, median: undefined, within: 0 });
  assert.deepEqual(choices_of(points, 'software'), [{ value: 'a', rows: 3 }, { value: 'b', rows: 1 }]);
  assert.equal(chosen(points, { device: 'Toy', software: 'b', unit: '' }).length, 1);
});

test('both axes have one logarithmic scale that holds every point', () => {
  const points = points_of(toy([row({ measured: 1e-6, estimate: 1e-5 }), row({ measured: 1, estimate: 0.5 })]), 'ops');
  const scale = scale_of(points);
  for (const point of points) for (const of of ['measured', 'estimate']) {
    const place = scale.at(drawn_value(point, of));
    assert.ok(place > 0 && place < 1);
  }
  assert.ok(Math.abs(scale.at(1e-3) - (scale.at(1e-6) + scale.at(1)) / 2) < 1e-12);
  assert.ok(scale.marks.length >= 3 && scale.marks.length <= 8);
  assert.equal(drawn_value(points_of(toy([row({ unit: 's/op', measured: 1e-12 })]), 'ops')[0], 'measured'), 1e12);
});

test('the nearest point is found within reach and none beyond', () => {
  const places = [{ x: 0.1, y: 0.1 }, { x: 0.5, y: 0.5 }];
  assert.equal(nearest(places, 0.48, 0.5, 0.05), 1);
  assert.equal(nearest(places, 0.3, 0.3, 0.05), -1);
});

test('the published file is the score of the measurements, row for row', () => {
  const name = readdirSync(join(dist, 'assets')).find((file) => file.startsWith('accuracy-'));
  assert.deepEqual(JSON.parse(readFileSync(join(dist, 'assets', name), 'utf8')), data);
  const scored = score.rows.filter((one) => one.estimate !== undefined);
  assert.ok(scored.length > 4000);
  const points = new Map(data.lines.flatMap(({ line }) => points_of(data, line)).map((point) => [point.id, point]));
  assert.equal(points.size, scored.length);
  for (const one of scored) {
    const point = points.get(one.id);
    assert.ok(one.error === undefined || Math.abs(point.error - one.error) <= 0.0011 * (1 + Math.abs(one.error)), one.id);
    assert.equal(point.counted, one.counted);
  }
  const missing = score.rows.filter((one) => one.estimate === undefined && one.set_aside === undefined).length;
  assert.equal(data.skipped.reduce((sum, { rows }) => sum + rows, 0), missing);
});

test('the links of the points are those of the score, once they have their tag again', () => {
  const scored = score.rows.filter(({ scenario, estimate }) => scenario && estimate !== undefined);
  const points = new Map(data.lines.flatMap(({ line }) => points_of(data, line)).map((point) => [point.id, point]));
  for (const one of scored.filter((_, index) => index % 50 === 0)) {
    const again = points.get(one.id).links.map((link) => engine.call('link', link).result.link);
    assert.deepEqual(again, one.links, one.id);
  }
});

for (const language of ['en', 'zh']) {
  const words = views.score_words[language];

  test(`every line, unit and reason of the score has words: ${language}`, () => {
    for (const { line } of data.lines) assert.ok(words[`score.line.${line}`], line);
    for (const unit of data.words.unit) assert.ok(words[`score.unit.${unit}`], unit);
    for (const input of data.words.assumed.flatMap((list) => list.split(' ')).filter(Boolean)) assert.ok(words[`score.input.${input}`], input);
    const mapping = readdirSync(join(root, 'core/score')).filter((name) => /^map.*\.cpp$/.test(name))
      .map((name) => readFileSync(join(root, 'core/score', name), 'utf8')).join('\n');
    for (const [, input] of mapping.matchAll(/(?:given_or\(|assumed\.emplace_back\()"([a-z_]+)"/g)) assert.ok(words[`score.input.${input}`], input);
    const codes = readFileSync(join(root, 'core/score/words.cpp'), 'utf8').matchAll(/\{"((?:skip|aside)\.[a-z-]+)"/g);
    for (const [, code] of codes) assert.ok(words[`score.reason.${code}`], code);
  });

  test(`the page without scripts shows every line and every reason: ${language}`, () => {
    const html = views.accuracy_html(data, language);
    const shown = html.replace(/<[^>]*>/g, ' ');
    assert.doesNotMatch(shown, /undefined|NaN|\[object|\{[a-z_]+\}|score\.[a-z]/);
    assert.equal(html.match(/ data-line/g).length, data.lines.length + 1);
    assert.doesNotMatch(html, /<[^>]* (style|on[a-z]+)=/);
  });
}
