import { readFile } from 'node:fs/promises';

import { judgeCertificate } from '#engine/mail-in/port.ts';
import {
  checkFiles,
  isSecondCopy,
  readDamage,
  readSample,
  readSpools,
  unknownFolders,
} from '#server/features/faxes/files/stored-faxes.service.ts';

import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';

/** How many of the newest documents are checked, and as many older ones; each is read once. */
const SAMPLE = 20;

/** Days before expiry to warn: a manual renewal takes some days; the alert rules use the same number. */
const SOON_DAYS = 14;

const DAY_MS = 86_400_000;

/** Checks whether the pages of faxes are stored where and as the database says: an empty disk is writable as well. */
export async function checkDocuments({ database, files, config }: Installation): Promise<Finding> {
  const store = await files();
  const { db } = await database();
  const sample = await readSample(db, SAMPLE);
  const faults = (
    await Promise.all(sample.map(async (document) => await checkFiles(store, document)))
  ).flatMap(({ faults: [first] }) => first ?? []);
  const missing = faults.filter(({ problem }) => problem === 'missing').length;
  const place = config.blobs === 'file:' ? `${config.dataDir}/documents` : config.blobs;
  if (missing > 0)
    return {
      ok: false,
      message: `Pages of ${missing} of ${sample.length} faxes are not in ${place}.`,
      remedy:
        'Mount the disk or name the bucket (F2E_BLOBS) that holds them; if they are lost: f2e fsck --from a backup.',
    };
  const { files: known } = await readDamage(db);
  const damaged = Math.max(known, faults.length);
  if (damaged > 0)
    return {
      ok: false,
      message: `${damaged} stored files are damaged or missing.`,
      remedy: 'f2e fsck --dry-run names their faxes, f2e fsck --from a backup brings them back.',
    };
  return {
    ok: true,
    message: `Pages of ${sample.length} faxes were compared with their hashes and are whole.`,
  };
}

/** Checks whether files wait on a machine for the bucket: until they are uploaded, that machine has the only copy. */
export async function checkSpools({ database }: Installation): Promise<Finding> {
  const waiting = (await readSpools((await database()).db)).filter(({ files }) => files > 0);
  if (waiting.length === 0) return { ok: true, message: 'No file waits for the bucket.' };
  const spools = waiting.map(
    ({ node, files, bytes, limitBytes, since, seenAt }) =>
      `${files} files (${mebibytes(bytes)} of ${mebibytes(limitBytes)} MiB) on ${node} since ${minute(since ?? seenAt)}, seen ${minute(seenAt)}`,
  );
  return {
    ok: false,
    message: `Files wait for the bucket: ${spools.join('; ')}.`,
    remedy:
      'Bring the bucket back; they are uploaded by themselves. Keep the folder spool of F2E_DATA of that machine: there is no other copy.',
  };
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}

function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Checks the certificate of the mail listener, if the operator provided one. */
export async function checkCertificate({ config }: Installation): Promise<Finding> {
  if (!config.mailListen) return { ok: true, message: 'No mail is taken, so no certificate is needed.' };
  if (!config.mailTls)
    return {
      ok: true,
      message: 'The mail listener shows a certificate of its own making.',
      remedy: 'F2E_SMTP_TLS_CERT and F2E_SMTP_TLS_KEY name yours; most senders do not ask for one.',
    };
  const { cert } = config.mailTls;
  const { state, from, until } = judgeCertificate(await readFile(cert));
  const [begin, day] = [from, until].map((date) => date.toISOString().slice(0, 10));
  if (state === 'not-yet')
    return {
      ok: false,
      message: `The certificate of the mail listener is not valid before ${begin}: careful senders do not deliver.`,
      remedy: `Set the clock of this machine, or put a certificate that is valid today into ${cert}.`,
    };
  if ((until.getTime() - Date.now()) / DAY_MS >= SOON_DAYS)
    return { ok: true, message: `The certificate of the mail listener is good until ${day}.` };
  return {
    ok: false,
    message:
      state === 'expired'
        ? `The certificate of the mail listener ended on ${day}: careful senders do not deliver.`
        : `The certificate of the mail listener ends on ${day}.`,
    remedy: `Renew it and put the new one into ${cert}; nothing has to be restarted.`,
  };
}

/** Checks whether the file store has faxes that the database has forgotten, as after the restore of an older one. */
export async function checkForgotten({ database, files }: Installation): Promise<Finding> {
  let forgotten = 0;
  let old = 0;
  const [store, opened] = [await files(), await database()];
  for await (const { kind, storageKey } of unknownFolders(opened, store)) {
    if (kind === 'described' && !(await isSecondCopy(opened.db, store, storageKey))) forgotten += 1;
    if (kind === 'old') old += 1;
  }
  if (forgotten > 0)
    return {
      ok: false,
      message: `${forgotten} faxes in the file store are not known to the database.`,
      remedy: 'Run f2e fsck: it brings them back.',
    };
  return old === 0
    ? { ok: true, message: 'The database knows every fax in the file store.' }
    : {
        ok: true,
        message: `${old} folders of the file store are from an older version, and the database does not know them. They are kept.`,
        remedy: 'f2e fsck lists them. Remove them by hand once you are sure that they are left over.',
      };
}
