import { useState } from 'react';
import { useStore } from '#web/ui/store.ts';
import type { Place, Problems } from './compose-checks.ts';
import { draftStore } from './draft-store.ts';
import type { CoverPage, Draft } from './draft-store.ts';
import { useLeaving } from './use-leaving.ts';
import type { Leaving } from './use-leaving.ts';
import { useSending } from './use-sending.ts';
import type { Sending } from './use-sending.ts';
import { useSendPhase } from './use-send.ts';
import type { SendPhase } from './use-send.ts';

/** The fax being written and all actions on it. */
export interface Compose extends Leaving, Pick<Sending, 'send' | 'noteRefusedNumber'> {
  draft: Draft;
  problems: Problems;
  phase: SendPhase;
  setNumbers: (numbers: readonly string[]) => void;
  /** Stores typed text that is not a number yet. */
  setTyping: (typing: string) => void;
  setCover: (change: Partial<CoverPage>) => void;
  /** Removes the messages at places that have changed since. */
  clearProblems: (...places: Place[]) => void;
}

/** Returns the state and actions for writing, checking and sending one fax. */
export function useCompose(): Compose {
  const draft = useStore(draftStore);
  const phase = useSendPhase();
  const [problems, setProblems] = useState<Problems>({});
  const { send, noteRefusedNumber } = useSending(setProblems);
  const leaving = useLeaving();

  const clearProblems = (...places: Place[]) =>
    setProblems((now) =>
      Object.fromEntries(Object.entries(now).filter(([place]) => !places.includes(place as Place))),
    );
  return {
    draft,
    problems,
    phase,
    clearProblems,
    send,
    noteRefusedNumber,
    ...leaving,
    setNumbers: (numbers) => {
      draftStore.set({ ...draftStore.get(), numbers });
      clearProblems('to', 'fax');
    },
    setTyping: (typing) => {
      draftStore.set({ ...draftStore.get(), typing });
      clearProblems('to');
    },
    setCover: (change) => {
      draftStore.set({ ...draftStore.get(), cover: { ...draftStore.get().cover, ...change } });
      clearProblems('cover', 'files', 'fax', ...(Object.keys(change) as Place[]));
    },
  };
}
