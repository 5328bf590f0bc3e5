import { listKept } from '#server/features/operations/backup/kept-backups.ts';
import { upgradeFolder } from '#server/features/operations/backup/upgrade-backup.ts';

import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';
import {
  countWrongCounters,
  readAgeDays,
  readDatabaseTime,
  readLastBackup,
  readSecondsAhead,
} from './operator.store.ts';

/**
 * Maximum clock difference: retries and sessions use the database's clock, but a larger difference confuses people who
 * compare times.
 */
const MOST_CLOCK_DRIFT_MS = 2_000;

/** Maximum age of the last backup: operators who make backups make them at least every week. */
const OLDEST_BACKUP_DAYS = 8;

const DAY_MS = 86_400_000;

/** Checks whether the database answers, and reports which one it is. */
export async function checkDatabase({ config, database }: Installation): Promise<Finding> {
  const opened = await database().catch((error: unknown) =>
    String(error instanceof Error ? error.message : error),
  );
  if (typeof opened === 'string')
    return {
      ok: false,
      message: opened,
      remedy:
        config.databaseUrl === 'embedded'
          ? 'Run it as the user of the service or as root; F2E_DATA names the folder.'
          : 'Start PostgreSQL, or correct F2E_DATABASE_URL.',
    };
  const { rows } = await opened.pool.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const kind = config.databaseUrl === 'embedded' ? 'embedded' : 'external';
  return { ok: true, message: `PostgreSQL ${rows[0]?.version ?? '?'} (${kind}) answers.` };
}

/**
 * Reports the schema. Opening the database has already brought it up to date; what remains is where its previous tables
 * are.
 */
export async function checkMigrations({ config }: Installation): Promise<Finding> {
  const newest = (await listKept(upgradeFolder(config.dataDir), 'before-upgrade')).at(-1);
  const past = newest && ` Its tables before the last change are in ${newest}.`;
  return { ok: true, message: `The schema is up to date.${past ?? ''}` };
}

/** Checks whether this machine and the database agree on the time. */
export async function checkClock({ database }: Installation): Promise<Finding> {
  const { db } = await database();
  const drift = Math.abs((await readDatabaseTime(db)).getTime() - Date.now());
  const ahead = await readSecondsAhead(db);
  if (ahead * 1_000 > MOST_CLOCK_DRIFT_MS)
    return {
      ok: false,
      message: `The clock was set back: the newest row of the audit is from ${Math.ceil(ahead / 60)} minutes in the future.`,
      remedy:
        'Let this machine and the database follow a time server (NTP); timedatectl shows whether they do.',
    };
  return drift <= MOST_CLOCK_DRIFT_MS
    ? { ok: true, message: 'The clocks of this machine and of the database agree.' }
    : {
        ok: false,
        message: `The clocks of this machine and of the database are ${Math.round(drift / 1000)} s apart.`,
        remedy: 'Let both follow a time server (NTP).',
      };
}

/** Recounts what the counters of lists and searches claim. */
export async function checkCounters({ database }: Installation): Promise<Finding> {
  const { folders, parties, months } = await countWrongCounters((await database()).db);
  return folders + parties + months === 0
    ? { ok: true, message: 'The counters of folders, parties and months equal what they count.' }
    : {
        ok: false,
        message: `Counters are wrong: ${folders} of folders, ${parties} of parties, ${months} of months.`,
        remedy: 'Report this: it must never happen.',
      };
}

/** Checks the age of the last backup; a missing backup is reported in the first days, not when it is needed. */
export async function checkBackups({ config, database }: Installation): Promise<Finding> {
  const last = await readLastBackup((await database()).db);
  const { folder } = config.nightlyBackups;
  if (last === null)
    return {
      ok: (await readAgeDays((await database()).db)) < OLDEST_BACKUP_DAYS,
      message: 'No backup was ever made with f2e.',
      remedy:
        folder === ''
          ? 'Run “f2e backup FILE”, and let one be made every night: set F2E_BACKUP_FOLDER, or enable f2e-backup.timer.'
          : 'Run “f2e backup FILE”, or wait for the first night.',
    };
  const remedy =
    folder === ''
      ? 'Set F2E_BACKUP_FOLDER, or enable f2e-backup.timer.'
      : `Look for the reason in the log, and for room in ${folder}.`;
  const days = Math.floor((Date.now() - last.getTime()) / DAY_MS);
  return days < OLDEST_BACKUP_DAYS
    ? { ok: true, message: `The last backup was begun ${days === 0 ? 'within a day' : `${days} days ago`}.` }
    : { ok: false, message: `The last backup was begun ${days} days ago.`, remedy };
}
