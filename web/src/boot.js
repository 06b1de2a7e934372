// Runs before the first paint: a page opened by a link must not show the default numbers as if they were
// the link's, and a saved theme must not flash the other one.
(() => {
  const root = document.documentElement;
  if (location.hash.includes('=') || /[?&]v=/.test(location.search)) root.classList.add('pending');
  try {
    const theme = localStorage.getItem('tilewise.theme');
    if (theme) root.dataset.theme = theme;
  } catch {
    // No storage: the browser's own preference holds.
  }
  // Scripts that never arrive: show the page with the message instead of nothing.
  setTimeout(() => {
    if (root.dataset.ready) return;
    root.classList.remove('pending');
    const message = document.getElementById('no-module');
    if (message) message.hidden = false;
  }, 15000);
})();
