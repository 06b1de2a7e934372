// A modal window of the browser's own: focus stays inside, Escape closes, focus goes back.

import { useLayoutEffect, useRef } from 'preact/hooks';

/** @param {{title: string, close: string, onclose: () => void, children: any}} props */
export function Dialog({ title, close, onclose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      // The browser gives the focus back only while the window is part of the page.
      before?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog} aria-label={title} onCancel={(event) => { event.preventDefault(); onclose(); }}
      onClick={(event) => { if (event.target === event.currentTarget) onclose(); }}
    >
      <div class="inside">
        <header>
          <h2>{title}</h2>
          <button type="button" class="plain" onClick={onclose}>{close}</button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
