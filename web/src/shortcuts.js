// Keys that work everywhere on the page: undo, redo, and what the keys are.

/** @param {EventTarget | null} target  where text is typed that is no part of the scenario */
const writes_freely = (target) => target instanceof HTMLElement && target.matches('textarea, [role="combobox"]');

/** @param {EventTarget | null} target */
const types = (target) => target instanceof HTMLElement && target.matches('textarea, input:not([type="range"])');

/** "undo", "redo" or nothing. @param {KeyboardEvent} event */
export function step_of_key({ ctrlKey, metaKey, altKey, shiftKey, key }) {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' ? 'redo' : undefined;
}

/** @param {Window} window @param {{undo: () => void, redo: () => void, open_panel: (name: string) => void}} act */
export function listen_to_keys(window, act) {
  window.addEventListener('keydown', (event) => {
    const step = step_of_key(event);
    if (step && !writes_freely(event.target)) {
      event.preventDefault();
      act[step]();
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !types(event.target)) {
      event.preventDefault();
      act.open_panel('help');
    }
  });
}
