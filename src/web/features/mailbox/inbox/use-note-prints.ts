import { useEffect } from 'react';

const load = async () => await import('./note-print.ts');

/** Reports to the server that the open fax is printed, by our button or by the browser's own command. */
export function useNotePrints(fid: string): void {
  useEffect(() => {
    // Loaded before anybody prints, so that nobody waits for it; if that fails, printing tries again.
    load().catch(() => undefined);
    // A lost connection must not prevent printing: the opening of the pages is already on record.
    const note = () =>
      void load()
        .then(async ({ notePrint }) => await notePrint(fid))
        .catch(() => undefined);
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, [fid]);
}
