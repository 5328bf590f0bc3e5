import { useEffect, useRef, useState } from 'react';
import { growl } from '#web/ui/growl-store.ts';
import { refusalOr } from './run-change.ts';

/** How a dialog saves what it asks for. */
export interface DialogSave {
  busy: boolean;
  /** What stands in the way, for the field that it is about. */
  error: string | undefined;
  /** Says what stands in the way; undefined takes it back. */
  say: (error: string | undefined) => void;
  /**
   * Saves by `work` and closes. The dialog stays open with all that was typed when the work gives `false`, and when it
   * throws: `failed` is what is said then, where the server has no words of its own, or makes it of the error.
   */
  save: (work: () => Promise<unknown>, failed?: string | ((error: unknown) => string)) => Promise<void>;
}

/**
 * Saving from a dialog: it stays open until the answer is there, closes if it was done, and else says why. An answer that
 * comes after it was closed by hand closes nothing: what is open by then is another one. A refusal is a notice then.
 */
export function useDialogSave(onClose: () => void): DialogSave {
  const [busy, setBusy] = useState(false);
  const [error, say] = useState<string>();
  const running = useRef(false);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return {
    busy,
    error,
    say: (fault) => {
      if (open.current) say(fault);
      else if (fault !== undefined) growl.error(fault);
    },
    save: async (work, failed = '') => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      say(undefined);
      try {
        if ((await work()) !== false && open.current) onClose();
      } catch (fault) {
        const words = typeof failed === 'string' ? refusalOr(failed, fault) : failed(fault);
        if (open.current) say(words);
        else growl.error(words);
      }
      running.current = false;
      setBusy(false);
    },
  };
}
