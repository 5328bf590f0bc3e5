import { useRef, useState } from 'react';
import { growl } from '#web/ui/growl-store.ts';
import { refusalOr } from './run-change.ts';
import { useStillHere } from './use-still-here.ts';

/** How a dialog saves its input. */
export interface DialogSave {
  busy: boolean;
  /** The error, to be shown at its field. */
  error: string | undefined;
  /** Shows an error; undefined removes it. */
  say: (error: string | undefined) => void;
  /**
   * Runs `work`, then closes the dialog. The dialog stays open with its input if `work` returns false or throws. `failed` is
   * the message if the server sent none, or makes the message from the error.
   */
  save: (work: () => Promise<unknown>, failed?: string | ((error: unknown) => string)) => Promise<void>;
}

/**
 * Saves from a dialog, which stays open until the response arrives and closes on success. If the user closed the dialog
 * meanwhile, a late response closes nothing, because another dialog may be open, and an error appears as a notice.
 */
export function useDialogSave(onClose: () => void): DialogSave {
  const [busy, setBusy] = useState(false);
  const [error, say] = useState<string>();
  const running = useRef(false);
  const open = useStillHere();
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
