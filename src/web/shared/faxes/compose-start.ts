import { useCallback } from 'react';
import { useNavigate } from '@tanstack/react-router';

/** The initial contents of a fax. */
export interface FaxStart {
  /** The recipients' numbers as known so far; invalid ones can be corrected in compose. */
  to?: readonly string[];
  /** The subject of the cover page, which is then turned on. */
  subject?: string;
  /** The stored fax whose pages are used. With `complete`, nothing is added: its cover page is among them. */
  pages?: { fid: string; complete: boolean };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept with the history entry of compose until the fax is started: a reload starts it again, a link cannot. */
    faxStart?: FaxStart & { id: string };
  }
}

/** Opens compose with a fax's initial contents; Back returns to the caller. Compose asks before replacing a fax. */
export function useStartFax(): (start: FaxStart) => void {
  const navigate = useNavigate();
  return useCallback(
    (start) => {
      const faxStart = { ...start, id: `${Date.now()} ${Math.random()}` };
      void navigate({ to: '/inbox/compose', state: { faxStart } });
    },
    [navigate],
  );
}
