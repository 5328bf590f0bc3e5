import { useCallback } from 'react';
import { useNavigate } from '@tanstack/react-router';

/** What a fax begins with. */
export interface FaxStart {
  /** Numbers that it goes to, as they are known; what is no number yet can be corrected there. */
  to?: readonly string[];
  /** The subject of its cover page, which is on then. */
  subject?: string;
  /** The stored fax whose pages it has; with `complete`, all that is sent: its cover page is one of them. */
  pages?: { fid: string; complete: boolean };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept with the history entry of compose until the fax has begun: a reload begins it once more, a link cannot. */
    faxStart?: FaxStart & { id: string };
  }
}

/** Opens compose with what the fax begins with; Back returns to where it was called. Compose asks before another fax is replaced. */
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
