import { createHash } from 'node:crypto';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { newPathKey } from '#engine/secrets/tokens.ts';
import { headerTime, upsertParty } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import {
  addPastUsage,
  insertContact,
  insertHistoricFax,
  lockEmptyAccount,
  setStationId,
} from './demonstration.store.ts';
import type { HistoricFax } from './demonstration.store.ts';
import type { AllSamplePages, SamplePages } from './sample-pages.ts';
import { instantOf } from './sample-time.ts';
import type { SampleAccount, SampleContact, SampleFax } from './samples.ts';

/** Why the failed sample failed: five calls that nobody answered. */
const FAILURE = 'NO_ANSWER';

/** Dependencies of filling a mailbox. */
export interface MailboxDeps {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  zone: string;
}

/** A fax whose files are stored; only its rows are missing. */
type StoredFax = Omit<HistoricFax, 'partyId'> & { person: string };

/** Adds contacts and faxes to an account that has none yet: all of them or, if interrupted, none. */
export async function fillMailbox(
  deps: MailboxDeps,
  accountId: number,
  sample: SampleAccount,
  pages: AllSamplePages,
): Promise<void> {
  const { database, zone } = deps;
  if (!(await database.transaction(async (tx) => await lockEmptyAccount(tx, accountId)))) return;
  const now = new Date();
  // Oldest first: ids grow with time, as in real use.
  const stored = sample.faxes.toReversed().map(async (fax) => {
    const document = pages.get(fax.document);
    return document && (await storeFax(deps, accountId, sample, fax, document, instantOf(now, fax.at, zone)));
  });
  const faxes = (await Promise.all(stored)).filter((fax) => fax !== undefined);
  await database.transaction(async (tx) => {
    // Checked again under the lock: another process may have filled the mailbox meanwhile.
    if (!(await lockEmptyAccount(tx, accountId))) return;
    await setStationId(tx, accountId, sample.stationId);
    for (const contact of Object.values(sample.contacts)) await insertContact(tx, accountId, contact);
    for (const { person, ...fax } of faxes) {
      const names = { company: fax.company, sender: person, toPerson: fax.action === 'S' ? person : '' };
      const partyId = await upsertParty(tx, accountId, { number: fax.number, ...names });
      await insertHistoricFax(tx, { ...fax, partyId });
      const sent = fax.action === 'S' && fax.failure === null ? fax.pages : 0;
      await addPastUsage(tx, accountId, zone, {
        at: fax.at,
        sent,
        received: fax.action === 'R' ? fax.pages : 0,
      });
    }
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId,
      action: 'demonstration.fill',
      detail: { faxes: faxes.length },
    });
  });
}

async function storeFax(
  deps: MailboxDeps,
  accountId: number,
  sample: SampleAccount,
  fax: SampleFax,
  document: SamplePages,
  at: Date,
): Promise<StoredFax> {
  const contact = sample.contacts[fax.with];
  const number = contact?.number ?? fax.with;
  const storageKey = `documents/${newPathKey()}`;
  const tiff =
    fax.action === 'R' ? await withHeader(deps, document, { at, contact, number, sample }) : document.tiff;
  await deps.files.put(`${storageKey}/fax.tiff`, tiff);
  const original = {
    name: `${fax.document}.pdf`,
    type: 'pdf',
    size: document.pdf.byteLength,
    key: `${storageKey}/original-0`,
  };
  if (fax.action === 'S') await deps.files.put(original.key, document.pdf);
  return {
    accountId,
    action: fax.action,
    number,
    company: contact?.company ?? '',
    person: contact?.person ?? '',
    stationId: fax.action === 'R' ? (contact?.stationId ?? '') : '',
    pathKey: newPathKey(),
    storageKey,
    originals: fax.action === 'S' ? [original] : [],
    pages: document.pages,
    bytes: tiff.byteLength,
    sha256: createHash('sha256').update(tiff).digest(),
    at,
    unread: fax.unread === true,
    archived: fax.archived === true,
    failure: fax.failed === true ? FAILURE : null,
  };
}

/** Stamps the line that the sender's machine prints at the top of each page. */
async function withHeader(
  { documents, zone }: MailboxDeps,
  { tiff }: SamplePages,
  call: { at: Date; contact: SampleContact | undefined; number: string; sample: SampleAccount },
): Promise<Uint8Array> {
  return await documents.stampHeader(tiff, {
    dateTime: headerTime(call.at, zone),
    from: [call.contact?.stationId, formatFaxNumber(call.number)].filter(Boolean).join(' '),
    to: formatFaxNumber(call.sample.number) ?? '',
  });
}
