// The list of formats a table or a drawing leaves in; Escape closes it and leads back to where it was opened.

/** @typedef {import('../app.js').App} App */

/** @param {{app: App, formats: string[], onsave: (format: string) => void}} props */
export function Export({ app, formats, onsave }) {
  const { text } = app;
  return (
    <details
      class="export"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
        event.preventDefault();
      }}
    >
      <summary>{text.t('export')}</summary>
      <span class="formats">
        {formats.map((format) => (
          <button key={format} type="button" class="plain" data-export={format} onClick={() => onsave(format)}>{text.t(`export.${format}`)}</button>
        ))}
      </span>
    </details>
  );
}
