import { useEffect, useState } from 'react';
import { EGNYTE_CLOSE_MS } from '#contract/faxes/egnyte.ts';

/** Closes the window after ten seconds (EGG-01, EGG-09); returns the seconds that are left, for display. */
export function useClosing(on: boolean): number {
  const [left, setLeft] = useState(EGNYTE_CLOSE_MS / 1_000);
  useEffect(() => {
    if (!on) return undefined;
    const count = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    const close = setTimeout(() => window.close(), EGNYTE_CLOSE_MS);
    return () => {
      clearInterval(count);
      clearTimeout(close);
    };
  }, [on]);
  return left;
}
