import { setTimeout as pause } from 'node:timers/promises';

import type { StorageFailure, TokenKeeper, Tokens } from '#engine/remote-storage/port.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { openTokens, sealStorage } from './storage-secret.ts';
import { claimRenewal, endRenewal, findLink, lockAccount, saveLink, saveSecret } from './storage.store.ts';
import type { StorageLink } from './storage.store.ts';

/**
 * How long to wait for a renewal by another process: it answers within its own limit for a call, or it has died and its
 * claim expires.
 */
const WAIT_MS = 30_000;
const LOOK_MS = 100;

const BUSY: StorageFailure = { kind: 'retry', reason: 'UNREACHABLE', detail: 'tokens are being renewed' };

/** The connection whose tokens are kept. */
export type KeptLink = Pick<StorageLink, 'id' | 'accountId' | 'kind' | 'place'>;

/** Dependencies of keeping tokens. */
export interface KeeperDeps {
  database: Database;
  /** keys.for('storage-login') */
  secretKey: Buffer;
}

/** Keeps the tokens of a stored connection; one process renews them at a time. */
export function keepTokens(deps: KeeperDeps, link: KeptLink, first: Tokens): TokenKeeper {
  const { db } = deps.database;
  let tokens = first;
  /** Takes over the tokens that another process has stored; undefined if there are none, or the same ones as before. */
  const others = async (): Promise<{ kind: 'ok'; tokens: Tokens } | undefined> => {
    const stored = await storedTokens(deps.secretKey, link, db);
    if (!stored || stored.accessToken === tokens.accessToken) return undefined;
    tokens = stored;
    return { kind: 'ok', tokens };
  };
  return {
    read: () => tokens,
    renew: async (ask) => {
      const until = performance.now() + WAIT_MS;
      let claim = await claimRenewal(db, link.id);
      while (!claim) {
        if (performance.now() > until) return BUSY;
        await pause(LOOK_MS);
        claim = await claimRenewal(db, link.id);
      }
      try {
        const renewed = (await others()) ?? (await ask(tokens));
        if (renewed.kind !== 'ok') return (await others()) ?? renewed;
        if (renewed.tokens !== tokens) await store(deps, link, tokens, renewed.tokens);
        ({ tokens } = renewed);
        return renewed;
      } finally {
        await endRenewal(db, link.id, claim);
      }
    },
  };
}

/** Keeps the tokens of a new connection that is not stored yet. */
export function holdTokens(first: Tokens): TokenKeeper {
  let tokens = first;
  return {
    read: () => tokens,
    renew: async (ask) => {
      const renewed = await ask(tokens);
      if (renewed.kind === 'ok') ({ tokens } = renewed);
      return renewed;
    },
  };
}

/**
 * Records that Egnyte revoked a connection: the connection ends, but its folder is kept for the next one (spec http-api
 * 7.2). Returns false and writes nothing if other tokens than the refused ones are stored by now.
 */
export async function noteRevoked(deps: KeeperDeps, accountId: AccountId, refused: Tokens): Promise<boolean> {
  return await deps.database.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const link = await findLink(tx, accountId, 'egnyte');
    if (link?.secret == null) return true;
    const stored = openTokens(deps.secretKey, link, link.secret);
    if (stored && stored.accessToken !== refused.accessToken) return false;
    const lost = { ...link, secret: null, held: true, lastError: 'ACCESS_REVOKED' };
    await saveLink(tx, accountId, 'egnyte', lost);
    await writeAudit(tx, {
      actor: { kind: 'system' },
      accountId,
      action: 'storage.revoked',
      object: 'storage/egnyte',
      detail: { domain: link.place.host },
    });
    return true;
  });
}

/** Returns the tokens that are stored now; null if the connection has ended. */
async function storedTokens(secretKey: Buffer, { accountId }: KeptLink, db: Db): Promise<Tokens | null> {
  const link = await findLink(db, accountId, 'egnyte');
  return link ? openTokens(secretKey, link, link.secret) : null;
}

/**
 * Replaces the stored tokens only if they are still the ones that were renewed: the person may have reconnected
 * meanwhile.
 */
async function store(deps: KeeperDeps, link: KeptLink, used: Tokens, fresh: Tokens): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await lockAccount(tx, link.accountId);
    if ((await storedTokens(deps.secretKey, link, tx))?.accessToken !== used.accessToken) return;
    await saveSecret(tx, link, sealStorage(deps.secretKey, link, fresh));
  });
}
