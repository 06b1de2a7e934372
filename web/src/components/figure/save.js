// A figure as a file: its table as CSV, JSON or Markdown, its drawing as SVG or PNG. CSV and JSON hold plain numbers in base
// units, the same in every language; Markdown holds what the page shows.

import { cell_text } from '../Twin.jsx';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../figures.js').Table} Table */
/** @typedef {{name: string, title: string, summary: string, table: Table, svg: SVGSVGElement | null}} Figure */

/** @param {any} value */
const plain = (value) => (value === undefined ? null : value);

/** @param {string} text */
const quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {Table} table */
export function csv_of({ head, rows }) {
  const line = (/** @type {any[]} */ cells) => cells.map((value) => (value === null ? '' : quoted(String(value)))).join(',');
  return [line(head.map(({ key }) => key)), ...rows.map((row) => line(row.map(({ value }) => plain(value))))].map((text) => `${text}\r\n`).join('');
}

/** @param {{title: string, address: string, table: Table}} of */
export function json_of({ title, address, table: { head, rows } }) {
  const out = rows.map((row) => Object.fromEntries(head.map(({ key }, at) => [key, plain(row[at]?.value)])));
  return `${JSON.stringify({ title, address, rows: out }, null, 2)}\n`;
}

/** @param {App} app @param {{title: string, summary: string, address: string, table: Table}} of */
export function markdown_of(app, { title, summary, address, table: { head, rows } }) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |\n`;
  const body = rows.map((row) => line(head.map((_, at) => cell_text(app, row[at] ?? { value: undefined })))).join('');
  const rule = line(head.map((_, at) => (at === 0 ? ':--' : '--:')));
  return `**${title}**\n\n${summary}\n\n${line(head.map(({ label }) => label))}${rule}${body}\n[Tilewise](${address})\n`;
}

/** What a drawing takes from the page's style sheet. */
const kept = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'font-family', 'font-size', 'font-weight', 'paint-order', 'opacity', 'vector-effect',
];

/** @param {Element} from @param {Element} to */
function dress(from, to) {
  const style = getComputedStyle(from);
  for (const name of kept) {
    const value = style.getPropertyValue(name);
    if (value && value !== 'none' && value !== 'normal') to.setAttribute(name, value);
    else if (value === 'none' && (name === 'fill' || name === 'stroke')) to.setAttribute(name, value);
  }
  [...from.children].forEach((child, at) => dress(child, /** @type {Element} */ (to.children[at])));
}

const margin = 16;
const head_height = 44;
const foot_height = 24;

const row_height = 20;

/** How wide a text of 13 pixels is, about. @param {string} text */
const text_width = (text) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 13.5 : 7.6), 0);

/** The key beside a drawing, laid out in rows: it stands in the page, not in the drawing. */
/** @param {SVGSVGElement} svg @param {number} width */
function key_of(svg, width) {
  const items = [...(svg.closest('.framed, #figure-shown')?.querySelectorAll('.key li') ?? [])];
  let [x, row] = [0, 0];
  const places = items.map((item) => {
    const number = item.parentElement?.tagName === 'OL' ? `${/** @type {HTMLLIElement} */ (item).value}  ` : '';
    const text = number + (item.textContent ?? '').trim();
    const size = 36 + text_width(text);
    if (x > 0 && x + size > width) [x, row] = [0, row + 1];
    const mark = item.querySelector('.mark') ?? item;
    const style = getComputedStyle(mark);
    const place = { x, y: row * row_height, text, fill: style.getPropertyValue('--line') || style.getPropertyValue('--part') };
    x += size;
    return place;
  });
  return { places, height: items.length > 0 ? (row + 1) * row_height + 8 : 0 };
}

/** @param {SVGSVGElement} svg @param {{title: string, address: string}} of */
export function svg_of(svg, { title, address }) {
  const { width, height } = svg.getBoundingClientRect();
  const drawing = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  dress(svg, drawing);
  drawing.querySelector('.chosen')?.remove();
  for (const name of ['class', 'role', 'aria-label']) drawing.removeAttribute(name);
  const page = getComputedStyle(document.body);
  const key = key_of(svg, width);
  const top = head_height + key.height;
  const size = { width: Math.ceil(width + 2 * margin), height: Math.ceil(height + top + foot_height) };
  const make = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ attributes, text = '') => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    node.textContent = text;
    return node;
  };
  const out = make('svg', { ...size, viewBox: `0 0 ${size.width} ${size.height}`, 'font-family': page.fontFamily, role: 'img' });
  for (const [name, value] of Object.entries({ x: margin, y: top - 8, width, height, overflow: 'visible' })) drawing.setAttribute(name, String(value));
  out.append(
    make('title', {}, title), make('desc', {}, svg.getAttribute('aria-label') ?? ''),
    make('rect', { width: '100%', height: '100%', fill: page.backgroundColor }),
    make('text', { x: margin, y: 26, 'font-size': 16, 'font-weight': 650, fill: page.color }, title),
    ...key.places.flatMap(({ x, y, text, fill }) => [
      make('rect', { x: margin + x, y: head_height + y - 6, width: 12, height: 12, fill }),
      make('text', { x: margin + x + 18, y: head_height + y + 4, 'font-size': 13, fill: page.color }, text),
    ]), drawing,
    make('text', { x: margin, y: size.height - 8, 'font-size': 11, fill: page.color, 'fill-opacity': 0.7 }, address.length > 110 ? 'Tilewise' : address),
  );
  return { ...size, text: `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(out)}\n` };
}

/** Twice as fine as the page, so that it stays sharp in a text. @param {{text: string, width: number, height: number}} of @returns {Promise<Blob>} */
async function png_of({ text, width, height }) {
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * width, 2 * height];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('png'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {Blob} blob @param {string} name */
function hand_over(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @type {Record<string, string>} */
const types = { csv: 'text/csv', json: 'application/json', md: 'text/markdown', svg: 'image/svg+xml' };

/** @param {App} app @param {Figure} figure @param {string} format */
export async function save(app, { name, title, summary, table, svg }, format) {
  const { state } = app;
  const of = { title, summary, table, address: state.page + (state.link ? `#${state.link}` : '') };
  const file = `tilewise-${name}.${format}`;
  if (format === 'png') return svg ? hand_over(await png_of(svg_of(svg, of)), file) : undefined;
  const text = format === 'csv' ? csv_of(table) : format === 'json' ? json_of(of) : format === 'md' ? markdown_of(app, of) : svg ? svg_of(svg, of).text : '';
  hand_over(new Blob([text], { type: `${types[format]};charset=utf-8` }), file);
}
