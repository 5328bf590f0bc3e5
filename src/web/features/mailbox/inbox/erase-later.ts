import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { loadCode } from '#web/kit/load-code.ts';

/** Few people erase anything: the code is loaded on first use. */
const load = async () => await import('./erase-faxes.ts');

/** Erases deleted faxes, or with a number all that there are, after a confirmation. Returns whether it was done. */
export async function eraseFaxes(
  client: QueryClient,
  t: TFunction,
  which: readonly FaxRow[] | number,
): Promise<boolean> {
  const code = await loadCode(load);
  return code !== null && (await code.eraseFaxes(client, t, which));
}
