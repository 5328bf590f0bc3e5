import type { Database, Db } from '#engine/database/port.ts';
import { finishChange, openKeys, prepareNextKeys } from '#engine/secrets/keys.ts';
import type { KeyPurpose, Keys } from '#engine/secrets/keys.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';
import { relinkAudit, writeAudit } from '#server/features/audit/log/audit.service.ts';

import { readKeyFingerprint, saveKeyFingerprint } from './installation.store.ts';
import {
  SEALED_COLUMNS,
  countRunning,
  endAllSessions,
  readSealed,
  writeSealed,
} from './rotate-keys.store.ts';
import type { SealedColumn } from './rotate-keys.store.ts';

/** Rows per statement. */
const BATCH = 1_000;

/**
 * How data made with a key of each purpose is treated. «sealed»: opened with the old key and sealed with the new one;
 * «relinked»: the chain is verified and linked again; «sessions»: they end; «lapses»: bounces of mails already sent are
 * not recognized; «kept»: old backups need the old key, which stays beside the new one.
 */
const TREATMENT: Readonly<Record<KeyPurpose, 'sealed' | 'relinked' | 'sessions' | 'lapses' | 'kept'>> = {
  'line-config': 'sealed',
  'storage-login': 'sealed',
  'mail-payload': 'sealed',
  'mail-signing': 'sealed',
  'second-step': 'sealed',
  'identity-provider': 'sealed',
  'webhook-secret': 'sealed',
  'api-answer': 'sealed',
  'audit-chain': 'relinked',
  'access-token': 'sessions',
  'mail-bounce': 'lapses',
  backup: 'kept',
};

/** The result, or a sentence that says why nothing was changed. */
export type Rotated =
  | { kind: 'ok'; sealed: number; auditRows: number; oldKey: string | null }
  | { kind: 'refused'; reason: string };

/**
 * Replaces the installation's master key. The whole database changes in one transaction, so a kill -9 leaves it with
 * either the old key or the new one; the key file follows, at the latest at the next start (finishChange).
 */
export async function rotateKeys(database: Database, keyFile: string): Promise<Rotated> {
  const next = await prepareNextKeys(keyFile);
  const done = await database.transaction(async (tx) => await changeAll(tx, keyFile, next));
  if (done.kind === 'refused') return done;
  return { ...done, oldKey: await finishChange(keyFile, next.fingerprint) };
}

async function changeAll(tx: Db, keyFile: string, next: Keys): Promise<Rotated> {
  const known = await readKeyFingerprint(tx);
  // A change that was killed after its commit also ends here: then these already are the new keys.
  const keys = await openKeys({ file: keyFile, known });
  if (keys.fingerprint === next.fingerprint) return { kind: 'ok', sealed: 0, auditRows: 0, oldKey: null };
  if ((await countRunning(tx)) > 0)
    return { kind: 'refused', reason: 'Stop the product on every machine first: it works with the old key.' };
  let sealed = 0;
  for (const column of SEALED_COLUMNS) sealed += await resealColumn(tx, column, keys, next);
  await endAllSessions(tx);
  await writeAudit(tx, {
    actor: { kind: 'operator' },
    action: 'keys.rotate',
    detail: { sealed, ...TREATMENT },
  });
  const auditRows = await relinkAudit(tx, keys.for('audit-chain'), next.for('audit-chain'));
  await saveKeyFingerprint(tx, next.fingerprint);
  return { kind: 'ok', sealed, auditRows, oldKey: null };
}

async function resealColumn(tx: Db, column: SealedColumn, from: Keys, to: Keys): Promise<number> {
  const [old, fresh] = [from.for(column.purpose), to.for(column.purpose)];
  let total = 0;
  let after: string | undefined;
  for (;;) {
    const values = await readSealed(tx, column, after, BATCH);
    const resealed = values.map(({ key, place, sealed }) => {
      const secret = unseal(old, sealed, place);
      // Nothing is lost silently: the whole change is rolled back.
      if (secret === null)
        throw new Error(`${column.table} ${key} cannot be opened with the key of this installation`);
      return { key, sealed: seal(fresh, secret, place) };
    });
    await writeSealed(tx, column, resealed);
    total += values.length;
    after = values.at(-1)?.key;
    if (values.length < BATCH) return total;
  }
}
