import { stat, statfs } from 'node:fs/promises';
import { connect } from 'node:net';

import { keyFileFault } from '#engine/secrets/keys.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';

import { checkCancellations, checkPasswordRules } from './doctor-brands.ts';
import {
  checkConverters,
  checkFonts,
  checkSandbox,
  checkScanner,
  checkRecognition,
} from './doctor-documents.ts';
import type { Check, Finding } from './finding.ts';
import type { Installation } from './installation.ts';
import {
  checkBackups,
  checkClock,
  checkCounters,
  checkDatabase,
  checkMigrations,
} from './doctor-database.ts';
import { examineLines } from './doctor-lines.ts';
import { checkMailDns, checkMailOut } from './doctor-mail.ts';
import { checkCertificate, checkDocuments, checkForgotten, checkSpools } from './doctor-places.ts';
import { checkQueue, checkWaiting } from './doctor-queues.ts';
import { checkWebhooks } from './doctor-webhooks.ts';

/** Free space below which arrivals are refused rather than accepted and lost (F-recv-06). */
const LEAST_FREE_BYTES = 500 * 1024 * 1024;

/** A listener on this machine greets immediately; over a network a greeting may take longer than anybody would wait. */
const MAIL_PATIENCE_MS = 2_000;

/** Checks everything that an installation needs; a check that throws is a finding, too. */
export async function examine(installation: Installation): Promise<Check[]> {
  const database = await find('database', async () => await checkDatabase(installation));
  // Without a database the other checks would only repeat the same complaint.
  if (!database.ok) return [database, ...(await examineMachine(installation))];
  const looks: [string, () => Promise<Finding>][] = [
    ['migrations', async () => await checkMigrations(installation)],
    ['master key', async () => await checkKey(installation)],
    ['job queue', async () => await checkQueue(installation)],
    ['waiting work', async () => await checkWaiting(installation)],
    ['outgoing mail', async () => await checkMailOut(installation)],
    ['mail DNS', async () => await checkMailDns(installation)],
    ['incoming mail', async () => await checkMailIn(installation)],
    ['mail certificate', async () => await checkCertificate(installation)],
    ['documents', async () => await checkDocuments(installation)],
    ['file spool', async () => await checkSpools(installation)],
    ['forgotten faxes', async () => await checkForgotten(installation)],
    ['clock', async () => await checkClock(installation)],
    ['counters', async () => await checkCounters(installation)],
    ['backup', async () => await checkBackups(installation)],
    ['webhooks', async () => await checkWebhooks(installation)],
    ['password rules', async () => await checkPasswordRules(installation)],
    ['requests to cancel', async () => await checkCancellations(installation)],
  ];
  const checks = [database];
  for (const [name, look] of looks) checks.push(await find(name, look));
  checks.push(...(await examineLines(installation)));
  return [...checks, ...(await examineMachine(installation))];
}

async function examineMachine(installation: Installation): Promise<Check[]> {
  return await Promise.all([
    find('file store', async () => await checkFiles(installation)),
    find('sandbox', async () => await checkSandbox(installation)),
    find('converters', async () => await checkConverters(installation)),
    find('text recognition', async () => await checkRecognition(installation)),
    find('fonts', checkFonts),
    find('virus scanner', async () => await checkScanner(installation)),
    find('disk space', async () => await checkDisk(installation)),
    find('data folder', async () => await checkFolder(installation)),
  ]);
}

async function find(name: string, look: () => Promise<Finding>): Promise<Check> {
  const finding = await look().catch((error: unknown) => ({
    ok: false,
    message: error instanceof Error ? error.message : String(error),
  }));
  return { name, remedy: '', ...finding };
}

async function checkKey({ config, database }: Installation): Promise<Finding> {
  await openInstallationKeys(await database(), config.masterKeyFile);
  const fault = await keyFileFault(config.masterKeyFile);
  return fault === null
    ? { ok: true, message: 'The master key fits the database and only its owner may read it.' }
    : { ok: false, message: fault, remedy: `chmod 0400 ${config.masterKeyFile}` };
}

/** Checks incoming mail. If the From address is not verified, anybody can send faxes at a customer's expense. */
async function checkMailIn({ config }: Installation): Promise<Finding> {
  if (!config.mailListen)
    return { ok: true, message: 'Faxes cannot be sent by email: F2E_SMTP_LISTEN is empty.' };
  const { host, port } = config.mailListen;
  if (!config.mailRequireProof) {
    return {
      ok: false,
      message: 'Mails are believed without proof: anybody can send faxes in the name of a customer.',
      remedy: 'Remove F2E_MAIL_REQUIRE_AUTH=0.',
    };
  }
  const greeting = await greetingOf(host, port);
  return greeting.startsWith('220 ')
    ? { ok: true, message: `Mail is taken at ${host}:${port}.` }
    : {
        ok: true,
        message: `No mail server answers at ${host}:${port} right now.`,
        remedy: 'Start the product with the role smtp.',
      };
}

/** Returns a listener's greeting line; empty if there is none. */
async function greetingOf(host: string, port: number): Promise<string> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port, timeout: MAIL_PATIENCE_MS });
    const end = (said: string): void => {
      socket.destroy();
      resolve(said);
    };
    socket.once('data', (said) => end(said.toString('latin1')));
    for (const event of ['error', 'timeout', 'close'] as const) socket.once(event, () => end(''));
  });
}

async function checkFiles({ config, files }: Installation): Promise<Finding> {
  const health = await (await files()).check();
  if (health.ok && health.warning !== undefined)
    return {
      ok: false,
      message: `${health.warning} New files wait in ${config.dataDir}/spool.`,
      remedy: `Bring ${config.blobs} back; waiting files are uploaded automatically.`,
    };
  return health.ok
    ? { ok: true, message: 'Documents can be stored.' }
    : { ok: false, message: health.reason, remedy: `Make ${config.blobs} under ${config.dataDir} writable.` };
}

async function checkDisk({ config }: Installation): Promise<Finding> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const message = `${(free / 1024 ** 3).toFixed(1)} GB are free for ${config.dataDir}.`;
  return free >= LEAST_FREE_BYTES ? { ok: true, message } : { ok: false, message, remedy: 'Make room.' };
}

async function checkFolder({ config }: Installation): Promise<Finding> {
  const { mode } = await stat(config.dataDir);
  return (mode & 0o002) === 0
    ? { ok: true, message: 'Other users of this machine cannot write to the data folder.' }
    : {
        ok: false,
        message: 'Everybody may write to the data folder.',
        remedy: `chmod o-w ${config.dataDir}`,
      };
}
