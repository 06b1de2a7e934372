import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address_of, source_of } from '../../web/src/sources.js';

const sources = {
  sources: { 'gcp-v4': { title: 'TPU v4 documentation', publisher: 'Google Cloud', ref: 'https://example.com/v4' } },
  devices: {
    'tpu-v4': {
      fields: { bandwidth_bytes_per_s: { source: 'gcp-v4', quoted: '1200 GBps', seen: 'read' } },
      conflicts: [{ field: 'bandwidth_bytes_per_s', why: 'another table says 1230' }],
    },
  },
  models: {},
};

test('a catalogue number names its source, its words and the numbers it was chosen over', () => {
  assert.deepEqual(source_of(sources, { catalogue: 'tpu-v4/bandwidth_bytes_per_s' }), {
    title: 'TPU v4 documentation', publisher: 'Google Cloud', ref: 'https://example.com/v4', address: 'https://example.com/v4',
    quoted: '1200 GBps', rule: undefined, seen: 'read', conflict: 'another table says 1230',
  });
});

test('before the file has arrived a formula names its source by id, a number names none', () => {
  assert.deepEqual(source_of(null, { source: 'palm' }), { title: 'palm' });
  assert.equal(source_of(undefined, { catalogue: 'tpu-v4/bandwidth_bytes_per_s' }), null);
  assert.equal(source_of(sources, {}), null);
});

test('only web addresses, papers and repositories become links', () => {
  assert.equal(address_of('arXiv 2304.01433'), 'https://arxiv.org/abs/2304.01433');
  assert.equal(address_of('github: google-research/bert, README.md'), 'https://github.com/google-research/bert');
  assert.equal(address_of('javascript:alert(1)'), undefined);
  assert.equal(address_of('vendor document, no public copy linked'), undefined);
});
