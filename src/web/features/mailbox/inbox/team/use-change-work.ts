import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { MAX_ACTION_FAXES } from '#contract/mailbox/inbox.ts';
import { putWork } from '#contract/mailbox/team.ts';
import { callApi } from '#web/kit/call-api.ts';
import { refusalOr } from '#web/kit/run-change.ts';
import { TEAM } from '#web/shared/mailbox/team/team-queries.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { growl } from '#web/ui/growl-store.ts';
import { inverseOf } from './work-undo.ts';
import type { WorkChange } from './work-undo.ts';

/** Changes faxes and says `done`, or what stood in the way; `say` tells that where it is asked. Answers whether all were changed. */
export type ChangeWork = (
  rows: readonly Pick<FaxRow, 'fax_id' | 'work'>[],
  change: WorkChange,
  done: string,
  say?: (fault: string) => void,
) => Promise<boolean>;

/** The versions after the user's own changes: the next change may come before the page has been refetched. */
const made = new Map<string, number>();

/**
 * Returns a function that changes the work of faxes, with Undo. Faxes that somebody else changed first stay as they
 * are, and the message names that person.
 */
export function useChangeWork(): ChangeWork {
  const client = useQueryClient();
  const { t } = useTranslation();
  const run = async (...[rows, change, done, say]: Parameters<ChangeWork>) => {
    const faxes = rows.slice(0, MAX_ACTION_FAXES).map(({ fax_id: id, work }) => ({
      id,
      version: Math.max(work?.version ?? 0, made.get(id) ?? 0),
    }));
    growl.wait(t('team.saving'));
    try {
      const { data } = await callApi(putWork, { body: { ...change, faxes } });
      for (const { id, work } of data.changed) made.set(id, work.version);
      const changed = data.changed.map(({ id, work }) => ({
        id,
        version: work.version,
        before: rows.find((row) => row.fax_id === id)?.work,
      }));
      const inverse = { verb: 'work', changes: inverseOf(change, changed) } as const;
      const [first] = data.stale;
      const said =
        first === undefined
          ? done
          : t('team.someStale', { done: changed.length, count: faxes.length, by: first.by });
      const kind = first === undefined ? 'success' : 'error';
      if (inverse.changes.length === 0) growl[kind](said);
      else
        offerUndo(client, {
          kind,
          done: said,
          failed: t('undo.failed.work'),
          inverse,
          stale: ['team', 'inbox'],
        });
      return first === undefined;
    } catch (error) {
      const fault = refusalOr(t('team.failed'), error);
      if (say === undefined) growl.error(fault);
      else {
        growl.clear();
        say(fault);
      }
      return false;
    } finally {
      for (const queryKey of [TEAM, ['inbox']]) void client.invalidateQueries({ queryKey });
    }
  };
  return async (...change) => await undoable(async () => await run(...change));
}
