import { createStore, useStore } from '#web/ui/store.ts';

/** Notes that are being written, by fax: another fax, another page or a closed dialog loses none. */
const drafts = createStore<ReadonlyMap<string, string>>(new Map(), 'session');

function keep(fid: string, text: string): void {
  const rest = [...drafts.get()].filter(([one]) => one !== fid);
  drafts.set(new Map(text === '' ? rest : [...rest, [fid, text]]));
}

/** The note that is being written about a fax, and what changes it. */
export function useNoteDraft(fid: string): [text: string, keep: (text: string) => void] {
  return [useStore(drafts).get(fid) ?? '', (text) => keep(fid, text)];
}

/** Whether a note of some fax is being written. */
export function useHasNoteDraft(): boolean {
  return [...useStore(drafts).values()].some((text) => text.trim() !== '');
}

/** Forgets a note that was saved, unless more was typed meanwhile. */
export function endNoteDraft(fid: string, saved: string): void {
  if (drafts.get().get(fid) === saved) keep(fid, '');
}
