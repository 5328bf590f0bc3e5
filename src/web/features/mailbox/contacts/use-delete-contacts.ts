import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { deleteContact } from '#contract/mailbox/contacts.ts';
import { callApi } from '#web/kit/call-api.ts';
import { wantsWarning } from '#web/shared/mailbox/delete-warning.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { contactsChanged } from './contact-queries.ts';

/**
 * Returns a function that deletes contacts, with one call each (spec http-api 5.2), and offers Undo; asks first if the
 * account requires it. It returns the deleted ones, or null if nothing was done.
 */
export function useDeleteContacts(): (cids: readonly string[]) => Promise<readonly string[] | null> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useCallback(
    async (cids) => {
      const count = cids.length;
      if (count === 0) return null;
      const question = {
        title: t('contacts.deleteTitle', { count }),
        body: t('contacts.deleteBody', { count }),
        confirmLabel: t('contacts.delete'),
        cancelLabel: t('app.cancel'),
        danger: true,
      };
      if ((await wantsWarning(client)) && !(await confirm(question))) return null;
      return await undoable(async () => await remove(client, t, cids));
    },
    [client, t],
  );
}

/** Deletes contacts, reports their number, and offers Undo. Returns those that no longer exist. */
async function remove(
  client: QueryClient,
  t: TFunction,
  cids: readonly string[],
): Promise<readonly string[]> {
  const count = cids.length;
  const { gone, deleted } = await deleteAll(cids, (done) =>
    growl.wait(t('contacts.deleting', { count, done: done + 1 })),
  );
  await contactsChanged(client);
  const kind = gone.length === count ? 'success' : 'error';
  const done =
    kind === 'success'
      ? t('contacts.deleted', { count })
      : t('contacts.deleteError', { count, failed: count - gone.length });
  if (deleted.length === 0) growl[kind](done);
  else {
    const inverse = { verb: 'contacts', ids: deleted } as const;
    const stale = ['contacts', 'inbox', 'dashboard'];
    offerUndo(client, { kind, done, failed: t('undo.failed.contacts'), inverse, stale });
  }
  return gone;
}

/** Deletes one after another, so that the progress is correct and the server never gets hundreds of calls at once. */
async function deleteAll(
  cids: readonly string[],
  onProgress: (done: number) => void,
): Promise<{ gone: readonly string[]; deleted: readonly string[] }> {
  const gone: string[] = [];
  const deleted: string[] = [];
  for (const [done, faxnumid] of cids.entries()) {
    onProgress(done);
    try {
      const reply = await callApi(deleteContact, { body: { faxnumid } });
      // A contact that is already gone is the desired result.
      if (reply.success) deleted.push(faxnumid);
      if (reply.success || reply.key_message === 'CONTACT_DONT_EXIST') gone.push(faxnumid);
    } catch {
      // The kit logged the call; the others are still deleted, and the user sees how many are left.
    }
  }
  return { gone, deleted };
}
