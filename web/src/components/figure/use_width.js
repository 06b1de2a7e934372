// The width a plot has, in pixels; until it is measured, that of a usual screen.

import { useEffect, useState } from 'preact/hooks';

const usual = 720;

/** @param {{current: Element | null}} ref */
export function use_width(ref) {
  const [width, set_width] = useState(usual);
  useEffect(() => {
    if (!ref.current) return undefined;
    const watcher = new ResizeObserver(([entry]) => set_width(Math.max(200, Math.floor(entry?.contentRect.width ?? usual))));
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, []);
  return width;
}
