import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ApiCall } from '#contract/v1/define.ts';

import { AppError } from './app-error.ts';
import { brandOf } from './front-door.ts';
import type { AccountKeyCaller, GateKey, KeyCaller } from './key-caller.ts';
import { innerKey } from './inner-call.ts';
import { requireRate } from './rate-limit.ts';
import type { RateLeft } from './rate-limit.ts';
import type { AccountId } from './scope.ts';

/** The API keys as the gate uses them. */
export interface GateKeys {
  /**
   * Returns the key with this secret, and the rate left after this call; undefined if the key is unknown, expired, or
   * belongs to an account that may not act.
   */
  use(secret: string, address: string): Promise<{ key: GateKey; rate: RateLeft } | undefined>;
  /** Counts a wrong key against the address's network; throws TOO_MANY_ATTEMPTS (A-API-10). */
  countWrong(address: string): Promise<void>;
  /** Returns the account that a call names, if the owner of the key has it; for keys that cover several accounts. */
  accountOf(key: GateKey, id: number, brandId: number): Promise<AccountId | undefined>;
}

/** What the gate for programs needs from the rest of the server. */
export interface KeyGateOptions {
  keys: GateKeys;
  readonly languageOf: (request: FastifyRequest) => string;
  /** Limits the calls of a key that run at the same time. */
  readonly atOnce: (request: FastifyRequest, reply: FastifyReply, keyId: number) => void;
}

/** RFC 6750: one scheme, one token. */
const BEARER = /^bearer +(\S+) *$/iu;

/** An account id as this API writes it: `acc_123`, or the number alone. */
const ACCOUNT = /^(?:acc_)?([1-9]\d{0,14})$/u;

/**
 * Returns the program that makes a call of the public API. Only the header Authorization counts: cookies, and keys in a
 * URL, are ignored. Throws KEY_INVALID, TOO_MANY_ATTEMPTS, RATE_LIMITED, TOO_MANY_REQUESTS, SCOPE_MISSING,
 * ACCOUNT_MISSING, NOT_FOUND.
 */
export async function openKeyGate(
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, about }: ApiCall,
  { keys, languageOf, atOnce }: KeyGateOptions,
): Promise<KeyCaller> {
  const brandId = brandOf(request);
  const key = innerKey() ?? (await provedKey(request, reply, { keys, atOnce, brandId }));
  if (scope !== null && !key.scopes.includes(scope))
    throw new AppError('SCOPE_MISSING', { params: { scope } });
  const caller = { ...key, brandId, address: request.ip, language: languageOf(request) };
  if (about !== 'account') return caller;
  const withAccount: AccountKeyCaller = {
    ...caller,
    accountId: await accountFor(request, key, { keys, brandId }),
  };
  return withAccount;
}

/** Returns the key that the request carries, and counts the call against its rate. */
async function provedKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, atOnce, brandId }: Pick<KeyGateOptions, 'keys' | 'atOnce'> & { brandId: number },
): Promise<GateKey> {
  const [, secret] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  if (secret === undefined) throw new AppError('KEY_INVALID');
  const used = await keys.use(secret, request.ip);
  // A key is valid on the hosts of its own brand (A-XDOM-07).
  if (!used || (used.key.brandId ?? brandId) !== brandId) {
    await keys.countWrong(request.ip);
    throw new AppError('KEY_INVALID');
  }
  const { key } = used;
  requireRate(reply, used.rate);
  atOnce(request, reply, key.keyId);
  return key;
}

async function accountFor(
  request: FastifyRequest,
  key: GateKey,
  { keys, brandId }: { keys: GateKeys; brandId: number },
): Promise<AccountId> {
  const named = request.headers['f2e-account'];
  const [, id] = ACCOUNT.exec(String(named ?? '')) ?? [];
  if (key.owner.kind === 'account') {
    // A key of one account may name that account, because programs that serve several accounts always name it.
    if (named !== undefined && id !== String(key.owner.id)) throw new AppError('NOT_FOUND');
    return key.owner.id;
  }
  if (named === undefined) throw new AppError('ACCOUNT_MISSING');
  const account = id === undefined ? undefined : await keys.accountOf(key, Number(id), brandId);
  if (account === undefined) throw new AppError('NOT_FOUND');
  return account;
}
