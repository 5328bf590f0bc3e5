import { useEffect, useRef, useState } from 'react';

/**
 * Takes files dropped anywhere on the page (the marked box is only where people aim). Says whether files are over the
 * page now. While `off`, a dropped file is still swallowed: the browser would open it and leave the fax behind.
 */
export function usePageDrop(onFiles: (files: readonly File[]) => void, off: boolean): boolean {
  const [over, setOver] = useState(false);
  const live = useRef({ onFiles, off });
  useEffect(() => {
    live.current = { onFiles, off };
  });
  useEffect(() => {
    const stop = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', run: (event: DragEvent) => void) =>
      addEventListener(type, run, { signal: stop.signal });
    on('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(!live.current.off);
    });
    on('dragleave', (event) => {
      // Leaving the window names no element that was entered.
      if (event.relatedTarget === null) setOver(false);
    });
    on('drop', (event) => {
      setOver(false);
      // The box has taken them already.
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!live.current.off && files.length > 0) live.current.onFiles(files);
    });
    return () => stop.abort();
  }, []);
  return over;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
