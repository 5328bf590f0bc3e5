import { useEffect, useRef } from 'react';
import { EGNYTE_POPUP, EGNYTE_POPUP_CHECK_MS } from '#contract/faxes/egnyte.ts';

/**
 * Opens the window in which a person agrees at Egnyte, and tells when it is closed (EGU-02, EGU-05). It has to be opened
 * within the press itself: where its address is only known by an answer, it is opened empty and led there afterwards.
 * Gives null where the browser lets none open.
 */
export function useEgnyteWindow(onClosed: () => void): (address: string) => Window | null {
  const timer = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);
  return (address) => {
    const size = `width=${EGNYTE_POPUP.width},height=${EGNYTE_POPUP.height}`;
    const opened = window.open(address, 'egnyte', `popup,${size}`);
    clearInterval(timer.current);
    if (opened === null) return null;
    timer.current = setInterval(() => {
      if (!opened.closed) return;
      clearInterval(timer.current);
      onClosed();
    }, EGNYTE_POPUP_CHECK_MS);
    return opened;
  };
}
