import type { QueryClient } from '@tanstack/react-query';
import { blockNumber, unblockNumber } from '#contract/mailbox/blocked-numbers.ts';
import { formatFaxNumber, normalizeNumber } from '#contract/kit/fax-number.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { callApi } from '#web/kit/call-api.ts';
import { i18n } from '#web/kit/i18n.ts';
import { runChange } from '#web/kit/run-change.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { BLOCKED } from './blocked-numbers.ts';

/** Blocks further faxes from the sender; can be undone. */
export async function blockSender(client: QueryClient, fax: FaxRow): Promise<void> {
  const number = normalizeNumber(fax.fax_from);
  const done = i18n.t('inbox.blocked', { number: formatFaxNumber(number) ?? number });
  const words = {
    waiting: i18n.t('blocked.adding'),
    done: () => offerBlockedUndo(client, 'unblock', done, [number]),
    failed: i18n.t('blocked.addError'),
  };
  await undoable(() => runChange(words, () => callApi(blockNumber, { body: { faxnum: number } })));
  await client.invalidateQueries({ queryKey: BLOCKED });
}

/** Removes the entries that block a sender; can be undone. */
export async function unblockSender(client: QueryClient, entries: readonly string[]): Promise<void> {
  const words = {
    waiting: i18n.t('blocked.removing'),
    done: () => offerBlockedUndo(client, 'block', i18n.t('blocked.removed'), entries),
    failed: i18n.t('blocked.removeError'),
  };
  const removeAll = async () => {
    for (const faxnum of entries) await callApi(unblockNumber, { body: { faxnum } });
  };
  await undoable(() => runChange(words, removeAll));
  await client.invalidateQueries({ queryKey: BLOCKED });
}

/** Reports what was done to these entries and offers to undo it with the opposite verb; only within `undoable`. */
export function offerBlockedUndo(
  client: QueryClient,
  verb: 'block' | 'unblock',
  done: string,
  entries: readonly string[],
): void {
  const words = { done, failed: i18n.t(`undo.failed.${verb}`) };
  offerUndo(client, { ...words, inverse: { verb, entries }, stale: BLOCKED });
}
