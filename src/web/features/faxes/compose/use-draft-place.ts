import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRouter } from '@tanstack/react-router';
import { onSessionEnd } from '#web/kit/session-store.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { HOLD_MS } from '#contract/faxes/fax-drafts.ts';
import { growl } from '#web/ui/growl-store.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { attachmentStore, draftStore, forgetDraft, identityStore, isBlank } from './draft-store.ts';
import { holdDraft, openDraft, putAway, saveDraft } from './draft-sync.ts';
import { phaseStore } from './use-send.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The draft with which compose is opened. */
    draft?: string;
  }
}

/** How long the message is shown, in ms: long enough to read why the previous fax is still there. */
const STAYS_MS = 6000;

/** The history entries in which compose was opened, and the drafts that were written there. */
const places = new Map<string, string>();

/** Whether the fax stored by the browser is continued: in a freshly loaded compose page, or after signing in again. */
let comesBack = new URL(loadedAddress(), location.href).pathname.endsWith('/inbox/compose');
onSessionEnd(() => {
  places.clear();
  comesBack = true;
});

/** Whether another draft is about to take the place of this one. */
const switching = createStore(false, 'session');

/**
 * Connects compose with its place in the history: a new entry starts a new draft, Back and a reload find the draft that
 * was written there. While compose is open, the draft is saved and other devices see that it is open. Returns whether
 * another draft is about to load.
 */
export function useDraftPlace(): boolean {
  const { t } = useTranslation();
  const account = useMainData()?.id;
  const key = useLocation({ select: ({ state }) => state.key ?? '' });
  const starts = useLocation({ select: ({ state }) => state.faxStart !== undefined });
  const opened = useLocation({ select: ({ state }) => state.draft });
  const busy = useStore(switching);
  const router = useRouter();
  const ready = account !== undefined && !starts;
  useEffect(() => {
    if (!ready) return undefined;
    const enter = async (arrival: Arrival) => {
      if (!(await arrive(arrival))) growl.error(t('compose.draft.stays'), STAYS_MS);
    };
    void enter({ key, opened });
    // “Send fax” pressed in compose leads to the same entry again.
    return router.subscribe('onBeforeNavigate', ({ fromLocation: from, toLocation: to }) => {
      if (from?.pathname === to.pathname && from.state.key === to.state.key) void enter({ key, again: true });
    });
  }, [key, opened, ready, router, t]);
  useOpenMark(ready);
  return busy;
}

/** How compose was reached: the history entry, the draft to open, and whether compose was already open. */
interface Arrival {
  key: string;
  opened?: string | undefined;
  again?: boolean;
}

/** Decides which draft is written in this history entry. Returns false if the previous one has to stay. */
async function arrive({ key, opened, again = false }: Arrival): Promise<boolean> {
  if (switching.get()) return true;
  const { id, version } = identityStore.get();
  const wanted = again ? undefined : (places.get(key) ?? opened);
  const blank = version === 0 && isBlank(draftStore.get(), attachmentStore.get());
  const continues = wanted === id || (wanted === undefined && (blank || (comesBack && !again)));
  comesBack = false;
  let done = true;
  // A fax that is being sent, or was not confirmed, comes first.
  if (continues || phaseStore.get().kind !== 'editing') void holdDraft(true);
  else {
    switching.set(true);
    done = await replaceDraft(wanted);
    switching.set(false);
  }
  places.set(key, identityStore.get().id);
  return done;
}

async function replaceDraft(wanted: string | undefined): Promise<boolean> {
  if (!(await putAway())) return false;
  try {
    if (wanted === undefined) forgetDraft();
    else await openDraft(wanted);
  } catch {
    // Sent or discarded in the meantime, or the server is away: an empty fax is never wrong.
    forgetDraft();
  }
  return true;
}

/** Marks the draft as open while compose is open, and puts it away when compose is left. */
function useOpenMark(ready: boolean): void {
  useEffect(() => {
    if (!ready) return undefined;
    const beat = setInterval(() => void holdDraft(true), HOLD_MS);
    const onVisibility = () => void (document.hidden ? saveDraft() : holdDraft(true));
    document.addEventListener('visibilitychange', onVisibility);
    // The tab is closed, or another page is loaded; Back may show this page again as it was.
    const onPageHide = () => void holdDraft(false);
    const onPageShow = ({ persisted }: PageTransitionEvent) => void (persisted && holdDraft(true));
    addEventListener('pagehide', onPageHide);
    addEventListener('pageshow', onPageShow);
    return () => {
      clearInterval(beat);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', onPageHide);
      removeEventListener('pageshow', onPageShow);
      if (!switching.get()) void putAway();
    };
  }, [ready]);
}

function loadedAddress(): string {
  return performance.getEntriesByType('navigation')[0]?.name ?? '';
}
