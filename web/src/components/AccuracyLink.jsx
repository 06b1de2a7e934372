// The way to "How far off is it?": a view of this page, and a page of its own without scripts.

/** @typedef {import('../app.js').App} App */

/** @param {{app: App, children: any}} props */
export function AccuracyLink({ app, children }) {
  const { state, act } = app;
  if (state.embedded) return <a href={`${state.page}#v=1&view=accuracy&k=fyey`} target="_blank" rel="noopener">{children}</a>;
  return (
    <a
      href="accuracy.html"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        act.set_field('view', 'accuracy', { discrete: true });
        window.scrollTo(0, 0);
      }}
    >
      {children}
    </a>
  );
}
