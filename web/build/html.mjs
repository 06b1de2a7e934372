// Filling the HTML templates, and the content security policy.

import { createHash } from 'node:crypto';

/** Puts values into {{slots}}; a slot without a value is a mistake of the build. */
export function fill(template, values) {
  return template.replace(/\{\{([a-z_]+)\}\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`no value for {{${name}}}`);
    return values[name];
  });
}

/** The source expression that lets one inline script or style through. */
export function hash_of(content) {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** Nothing is allowed but what is named. */
export function policy(allowed) {
  const rules = { 'default-src': `'none'`, ...allowed, 'base-uri': `'none'`, 'form-action': `'none'` };
  return Object.entries(rules).map(([name, sources]) => `${name} ${sources}`).join('; ');
}
