import {
  blockedDigits,
  blockedNumbers,
  blockNumber,
  unblockNumber,
} from '#contract/mailbox/blocked-numbers.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '#web/kit/call-api.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { runChange, runForEach } from '#web/kit/run-change.ts';
import { useEntries } from '#web/kit/use-entries.ts';
import type { Entries } from '#web/kit/use-entries.ts';

/** One blocked caller; `company` is empty where no contact has the number. */
export interface BlockedEntry {
  id: string;
  callerid: string;
  company: string;
}

/** The blocked callers and what can be done to them. */
export interface Blocked extends Entries<BlockedEntry> {
  /** Answers what went wrong, or null. */
  add: (entry: string) => Promise<unknown>;
  remove: (entry: BlockedEntry) => void;
  removeAll: () => void;
}

async function load(): Promise<BlockedEntry[]> {
  const byId = await callApi(blockedNumbers);
  return Object.entries(byId).map(([id, entry]) => ({ id, ...entry }));
}

async function unblock({ callerid }: BlockedEntry): Promise<void> {
  await callApi(unblockNumber, { body: { faxnum: callerid } });
}

/** Loads the list and changes it, each removal after a question (BLOCK-05). */
export function useBlocked(): Blocked {
  const { t } = useTranslation();
  const list = useEntries(['blocked'], load);

  const add = async (entry: string) => {
    const words = {
      waiting: t('blocked.adding'),
      done: t('blocked.added'),
      failed: t('blocked.addError'),
    };
    const error = await runChange(words, () => callApi(blockNumber, { body: { faxnum: entry } }));
    await list.refresh();
    return error;
  };

  const remove = async (entry: BlockedEntry) => {
    const sure = await confirm({
      title: t('blocked.removeTitle', { number: entry.callerid }),
      body: t('blocked.removeText'),
      confirmLabel: t('blocked.remove'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = {
      waiting: t('blocked.removing'),
      done: t('blocked.removed'),
      failed: t('blocked.removeError'),
    };
    await runChange(words, () => unblock(entry));
    await list.refresh();
  };

  const removeAll = async () => {
    const sure = await confirm({
      title: t('blocked.removeAllTitle', { count: list.entries.length }),
      body: t('blocked.removeAllText'),
      confirmLabel: t('blocked.removeAll'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = {
      waiting: (done: number, total: number) => t('blocked.removingAll', { done, total }),
      done: t('blocked.allRemoved'),
      failed: t('blocked.removeAllError'),
    };
    await runForEach(words, list.entries, unblock);
    await list.refresh();
  };

  return { ...list, add, remove: (entry) => void remove(entry), removeAll: () => void removeAll() };
}

/** Whether an entry is there already, as text or as digits (BLOCK-09). */
export function isKnown(entries: readonly BlockedEntry[], entry: string): boolean {
  const text = entry.trim().toLowerCase();
  const digits = blockedDigits(entry);
  return entries.some(
    ({ callerid }) =>
      callerid.toLowerCase() === text || (digits !== '' && blockedDigits(callerid) === digits),
  );
}

/** The entries whose number or company has these letters; hyphens count for nothing (BLOCK-10). */
export function searchBlocked(entries: readonly BlockedEntry[], search: string): readonly BlockedEntry[] {
  const words = search.trim().toLowerCase();
  if (words === '') return entries;
  const plain = words.replaceAll('-', '');
  return entries.filter(({ callerid, company }) =>
    [callerid, company].some((text) => {
      const low = text.toLowerCase();
      return low.includes(words) || (plain !== '' && low.replaceAll('-', '').includes(plain));
    }),
  );
}
