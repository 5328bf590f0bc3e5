import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { eraseFaxes as call } from '#contract/faxes/erase.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { inTurn, refreshAfter } from '#web/shared/mailbox/in-turn.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { GONE_MS, isGone } from './gone-fax.ts';
import { batches } from './perform-action.ts';

/** How long the message about faxes that were not erased is shown, in ms. */
const HELD_MS = 8000;

/** Erases deleted faxes, or with a number all that there are, after a confirmation. Returns whether it was done. */
export async function eraseFaxes(
  client: QueryClient,
  t: TFunction,
  which: readonly FaxRow[] | number,
): Promise<boolean> {
  const count = typeof which === 'number' ? which : which.length;
  const question = {
    title: t('inbox.trash.eraseTitle', { count }),
    body: t('inbox.trash.eraseBody', { count }),
    confirmLabel: t('inbox.trash.erase'),
    cancelLabel: t('inbox.cancel'),
    danger: true,
  };
  if (!(await confirm(question))) return false;
  growl.wait(t('inbox.trash.erasing', { count }));
  let [erased, held] = [0, 0];
  try {
    const ids = typeof which === 'number' ? [] : batches(which.map((row) => row.fax_id));
    const bodies = typeof which === 'number' ? [{ all: true } as const] : ids.map((fids) => ({ fids }));
    await inTurn(async () => {
      for (const body of bodies) {
        const { data } = await callApi(call, { body });
        erased += data.erased;
        held += data.held;
      }
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FAX_HELD') growl.error(error.message, HELD_MS);
    else if (isGone(error)) growl.error(t('inbox.gone', { count }), GONE_MS);
    else growl.error(t('inbox.trash.eraseError', { count }));
    return false;
  } finally {
    refreshAfter(client, TOPIC_KEYS.faxes);
  }
  const said = t('inbox.trash.erased', { count: erased });
  if (held === 0) growl.success(said);
  else growl.error(`${said}. ${t('inbox.trash.held', { count: held })}`, HELD_MS);
  return true;
}
