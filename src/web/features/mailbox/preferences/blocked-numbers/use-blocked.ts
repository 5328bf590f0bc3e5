import {
  blockedDigits,
  blockNumber,
  formatBlocked,
  unblockNumber,
} from '#contract/mailbox/blocked-numbers.ts';
import { digitsOf, normalizeNumber } from '#contract/kit/fax-number.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '#web/kit/call-api.ts';
import { offerBlockedUndo } from '#web/shared/faxes/block-sender.ts';
import { BLOCKED, loadBlocked } from '#web/shared/faxes/blocked-numbers.ts';
import type { BlockedEntry } from '#web/shared/faxes/blocked-numbers.ts';
import { undoable } from '#web/shared/mailbox/undoable.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { runChange, runForEach } from '#web/kit/run-change.ts';
import { useEntries } from '#web/kit/use-entries.ts';
import type { Entries } from '#web/kit/use-entries.ts';

/** The blocked callers and the actions on them. */
export interface Blocked extends Entries<BlockedEntry> {
  /** Returns the error, or null. */
  add: (entry: string) => Promise<unknown>;
  remove: (entry: BlockedEntry) => void;
  removeAll: () => void;
}

async function unblock({ callerid }: BlockedEntry): Promise<void> {
  await callApi(unblockNumber, { body: { faxnum: callerid } });
}

/** Loads the list and changes it, each removal after a confirmation (BLOCK-05); changes can be undone. */
export function useBlocked(): Blocked {
  const { t } = useTranslation();
  const list = useEntries(BLOCKED, loadBlocked);
  const client = useQueryClient();
  const agreed = (title: string, body: string, confirmLabel: string) =>
    confirm({ title, body, confirmLabel, cancelLabel: t('app.cancel'), danger: true });

  const add = async (entry: string) => {
    const words = {
      waiting: t('blocked.adding'),
      done: () => offerBlockedUndo(client, 'unblock', t('blocked.added'), [entry.trim()]),
      failed: t('blocked.addError'),
    };
    const error = await undoable(() =>
      runChange(words, () => callApi(blockNumber, { body: { faxnum: entry } })),
    );
    await list.refresh();
    return error;
  };

  const remove = async (entry: BlockedEntry) => {
    const title = t('blocked.removeTitle', { number: formatBlocked(entry.callerid) });
    if (!(await agreed(title, t('blocked.removeText'), t('blocked.remove')))) return;
    const words = {
      waiting: t('blocked.removing'),
      done: () => offerBlockedUndo(client, 'block', t('blocked.removed'), [entry.callerid]),
      failed: t('blocked.removeError'),
    };
    await undoable(() => runChange(words, () => unblock(entry)));
    await list.refresh();
  };

  const removeAll = async () => {
    const { entries } = list;
    const title = t('blocked.removeAllTitle', { count: entries.length });
    if (!(await agreed(title, t('blocked.removeAllText'), t('blocked.removeAll')))) return;
    const ids = entries.map(({ callerid }) => callerid);
    const words = {
      waiting: (done: number, total: number) => t('blocked.removingAll', { done, total }),
      done: () => offerBlockedUndo(client, 'block', t('blocked.allRemoved'), ids),
      failed: t('blocked.removeAllError'),
    };
    await undoable(() => runForEach(words, entries, unblock));
    await list.refresh();
  };

  return { ...list, add, remove: (entry) => void remove(entry), removeAll: () => void removeAll() };
}

/** Returns whether an entry already exists, as text or as digits, with or without the country code 1 (BLOCK-09). */
export function isKnown(entries: readonly BlockedEntry[], entry: string): boolean {
  const text = entry.trim().toLowerCase();
  const digits = normalizeNumber(blockedDigits(entry));
  return entries.some(
    ({ callerid }) =>
      callerid.toLowerCase() === text ||
      (digits !== '' && normalizeNumber(blockedDigits(callerid)) === digits),
  );
}

/** Returns entries whose number or company contains the text, ignoring hyphens; numbers match by digits (BLOCK-10). */
export function searchBlocked(entries: readonly BlockedEntry[], search: string): readonly BlockedEntry[] {
  const words = search.trim().toLowerCase();
  if (words === '') return entries;
  const plain = words.replaceAll('-', '');
  const digits = /^\+?[\d ().-]+$/.test(words) ? normalizeNumber(words) : '';
  return entries.filter(
    ({ callerid, company }) =>
      (digits !== '' && digitsOf(callerid).includes(digits)) ||
      [callerid, formatBlocked(callerid), company].some((text) => {
        const low = text.toLowerCase();
        return low.includes(words) || (plain !== '' && low.replaceAll('-', '').includes(plain));
      }),
  );
}
