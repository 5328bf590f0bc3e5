import type { Db } from '#engine/database/port.ts';
import type { AnyCaller } from '#server/kit/scope.ts';
import type { SentFile } from '#server/kit/send-file.ts';

import type { Accessor } from './access.ts';
import type { AccessLog } from './access-log.ts';
import { faxesOfFiles, insertAccesses } from './access.store.ts';

export { AccessLog } from './access-log.ts';
export type { Accessor } from './access.ts';
export { noteLooks } from './access.store.ts';

/** Returns the caller of a request as the activity records them. */
export function accessorOf(
  caller: AnyCaller,
  request: { headers: { 'user-agent'?: string | undefined } },
): Accessor {
  const from = { address: caller.address, device: request.headers['user-agent'] ?? '' };
  return 'accountId' in caller
    ? { actor: { kind: 'account', id: caller.accountId }, person: caller.person, ...from }
    : { actor: { kind: 'parent', id: caller.parentId }, person: caller.person, ...from };
}

/** The access that sending a file amounts to; undefined for a thumbnail, on which nothing can be read. */
export type ShownFax = { faxId: number; kind: 'open' | 'download'; form?: string } | undefined;

/** A file of a fax that is about to be sent. */
export type FaxFile = SentFile & { shows: ShownFax };

/** Records that a file is sent: a page a little later, a whole fax before its first byte. */
export async function noteSent(
  log: AccessLog,
  by: Accessor,
  accountId: number,
  shown: ShownFax,
): Promise<void> {
  if (!shown) return;
  const { faxId, ...what } = shown;
  const access = { accountId, faxIds: [faxId], ...what };
  if (shown.kind === 'open') await log.note(by, access);
  else await log.write(by, access);
}

/** A fax that left without a person at a browser: a mail to `to`, or a copy in a storage. */
export interface Outgoing {
  accountId: number;
  faxIds: readonly number[];
  kind: 'mail' | 'copy';
  /** The mail address or the storage. */
  to: string;
  form: string;
}

/** Writes these entries in the transaction that records the delivery; every mail and every copy is a separate entry. */
export async function writeOutgoing(tx: Db, { accountId, faxIds, kind, to, form }: Outgoing): Promise<void> {
  const what = { at: new Date(), accountId, kind, form, name: to, address: '', device: '', key: null };
  const who = { actorKind: 'system', actorId: null } as const;
  await insertAccesses(
    tx,
    faxIds.map((faxId) => ({ ...what, ...who, faxId })),
  );
}

/** A mail that the recipient's server accepted. */
export interface TakenMail {
  accountId: number | null;
  faxId: number | null;
  to: string;
  template: string;
  /** The number of attached files, and the keys of those in the file store. */
  files: number;
  stored: readonly string[];
}

/** Records which faxes a mail contained: the fax that it is about, and those whose documents its files belong to. */
export async function writeMailed(tx: Db, mail: TakenMail): Promise<void> {
  const { accountId, faxId, to, template, files, stored } = mail;
  if (accountId === null || files === 0) return;
  const brought = await faxesOfFiles(tx, accountId, stored);
  const faxIds = [...new Set([...(faxId === null ? [] : [faxId]), ...brought])];
  await writeOutgoing(tx, { accountId, faxIds, kind: 'mail', to, form: template });
}
