// A searchable list: a button that names the choice, and a combobox that opens from it.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { matching } from '../catalogue.js';

/** @typedef {import('../catalogue.js').Option} Option */

/**
 * @param {{
 *   label: string, shown: string, options: Option[], chosen?: string, search: string, none: string,
 *   plain?: boolean, disabled?: boolean, onpick: (id: string) => void,
 *   further?: (typed: string) => Option[],
 * }} props  further: what the typed text means beside the options
 */
export function Picker({ label, shown, options, chosen, search, none, plain, disabled, onpick, further }) {
  const [open, set_open] = useState(false);
  const [typed, set_typed] = useState('');
  const [active, set_active] = useState(0);
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  // One list is open at a time.
  const id = 'options';
  const found = open ? [...(further?.(typed) ?? []), ...matching(options, typed)] : [];

  // At once: what is typed next belongs into the field.
  useLayoutEffect(() => {
    if (!open) return;
    set_active(Math.max(0, options.findIndex((option) => option.id === chosen)));
    input.current?.focus();
  }, [open]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, open, typed]);

  /** @param {boolean} back */
  function close(back) {
    set_open(false);
    set_typed('');
    if (back) button.current?.focus();
  }

  /** @param {string | undefined} choice */
  function pick(choice) {
    if (choice === undefined) return;
    close(true);
    onpick(choice);
  }

  /** @param {KeyboardEvent} event */
  function on_key(event) {
    const last = found.length - 1;
    /** @type {Record<string, number>} */
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8, Home: 0, End: last };
    const to = moves[event.key];
    if (to !== undefined) set_active(Math.max(0, Math.min(last, to)));
    else if (event.key === 'Enter') pick(found[active]?.id);
    else if (event.key === 'Escape') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <span
      class="picker"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(/** @type {Node | null} */ (event.relatedTarget))) close(false);
      }}
    >
      <button
        type="button" ref={button} class={plain ? 'plain' : 'choice'} aria-haspopup="listbox" aria-expanded={open}
        disabled={disabled} onClick={() => (open ? close(true) : set_open(true))}
      >
        <span class="hidden">{label}: </span>{shown}
      </button>
      {open && (
        <div class="pop">
          <input
            ref={input} type="text" role="combobox" aria-label={search} placeholder={search} aria-expanded="true"
            aria-autocomplete="list" aria-controls={`${id}-list`} autocomplete="off" spellcheck={false}
            aria-activedescendant={found[active] ? `${id}-${active}` : undefined} value={typed}
            onInput={(event) => { set_typed(event.currentTarget.value); set_active(0); }} onKeyDown={on_key}
          />
          <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label}>
            {found.map((option, index) => (
              <li
                key={option.id} id={`${id}-${index}`} role="option" aria-selected={index === active}
                onMouseDown={(event) => event.preventDefault()} onClick={() => pick(option.id)}
                onMouseMove={() => index !== active && set_active(index)}
              >
                <span>{option.name}</span> <small>{option.detail}</small>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p class="none" role="status">{none}</p>}
        </div>
      )}
    </span>
  );
}
