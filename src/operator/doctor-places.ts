import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { unknownFolders } from '#server/features/stored-faxes/stored-faxes.service.ts';

import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';
import { sampleDocumentKeys } from './operator.store.ts';

/** Newest documents that are looked for, and as many of all the time before; each is read once. */
const SAMPLE = 20;

/** Who renews by hand needs some days; the alert rules say the same. */
const SOON_DAYS = 14;

const DAY_MS = 86_400_000;

/** Whether the pages of faxes are where the database says: an empty disk or the wrong bucket can be written to as well. */
export async function checkDocuments({ database, files, config }: Installation): Promise<Finding> {
  const store = await files();
  const keys = await sampleDocumentKeys((await database()).db, SAMPLE);
  const found = await Promise.all(keys.map(async (key) => (await store.get(key)) !== null));
  const missing = found.filter((there) => !there).length;
  if (missing === 0)
    return { ok: true, message: `Pages of ${keys.length} faxes were looked for and are there.` };
  const place = config.blobs === 'file:' ? `${config.dataDir}/documents` : config.blobs;
  return {
    ok: false,
    message: `Pages of ${missing} of ${keys.length} faxes are not in ${place}.`,
    remedy:
      'Mount the disk or name the bucket (F2E_BLOBS) that holds them; if they are lost, restore a backup.',
  };
}

/** Whether the certificate of the mail listener is good, where the operator brought one. */
export async function checkCertificate({ config }: Installation): Promise<Finding> {
  if (!config.mailListen) return { ok: true, message: 'No mail is taken, so no certificate is needed.' };
  if (!config.mailTls)
    return {
      ok: true,
      message: 'The mail listener shows a certificate of its own making.',
      remedy: 'F2E_SMTP_TLS_CERT and F2E_SMTP_TLS_KEY name yours; most senders do not ask for one.',
    };
  const { cert } = config.mailTls;
  const ends = Date.parse(new X509Certificate(await readFile(cert)).validTo);
  const days = Math.floor((ends - Date.now()) / DAY_MS);
  const day = new Date(ends).toISOString().slice(0, 10);
  if (days >= SOON_DAYS)
    return { ok: true, message: `The certificate of the mail listener is good until ${day}.` };
  return {
    ok: false,
    message:
      days < 0
        ? `The certificate of the mail listener ended on ${day}: careful senders do not deliver.`
        : `The certificate of the mail listener ends on ${day}.`,
    remedy: `Renew it and put the new one into ${cert}; nothing has to be restarted.`,
  };
}

/** Whether the file store holds faxes that the database has forgotten, as after the restore of an older one. */
export async function checkForgotten({ database, files }: Installation): Promise<Finding> {
  let forgotten = 0;
  let old = 0;
  for await (const { kind } of unknownFolders(await database(), await files())) {
    if (kind === 'described') forgotten += 1;
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
