// A slider beside a number: arrows, Page Up and Down, Home and End are the browser's own.

import { nearest, stops_of } from '../sliders.js';

/** @typedef {import('../contract').FieldSpec} FieldSpec */
/** @typedef {import('../app.js').App} App */

/** @param {{app: App, field: FieldSpec, value: any, fallback: any, label: string, shown: string, onchange: (value: number) => void}} props */
export function Slider({ app, field, value, fallback, label, shown, onchange }) {
  const stops = stops_of(field, fallback);
  if (!stops) return null;
  const held = typeof value === 'number' ? value : Number(fallback ?? stops[0]);
  return (
    <input
      type="range" min={0} max={stops.length - 1} step={1} aria-label={label} aria-valuetext={shown} data-slider={field.name}
      value={nearest(stops, held)} onChange={() => app.act.settle()}
      onInput={({ currentTarget }) => onchange(/** @type {number} */ (stops[currentTarget.valueAsNumber]))}
    />
  );
}
