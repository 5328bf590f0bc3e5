import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Argon2Parameters } from 'node:crypto';

import { COST } from './password-cost.ts';

const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Two hashes at a time leave the other two of libuv's four threads for files; 200 logins at once stay under 40 MiB. */
const AT_ONCE = 2;

/** A longer queue would mean waiting more than 1.5 s: better to ask the person to try again at once (A-AUTH-13). */
const MAX_WAITING = 50;

/** Bounds of a stored hash. We did not write a hash outside them, and computing it would be an attack on our memory. */
const MEMORY = { least: 64, most: 262_144 } as const;
const MOST_PASSES = 10;
const MOST_LANES = 4;

/** `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, both parts in base64 without padding (PHC string format). */
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/u;

/** The outcome of hashing; `busy` means that too many are already waiting: respond with 503 and Retry-After. */
export type HashOutcome = { kind: 'ok'; hash: string } | { kind: 'busy' };

/** The outcome of a check; `stale` says that the hash was made with a lower cost and should be replaced. */
export type VerifyOutcome = { kind: 'right'; stale: boolean } | { kind: 'wrong' } | { kind: 'busy' };

interface Parsed {
  parameters: Omit<Argon2Parameters, 'message'>;
  tag: Buffer;
}

/** Hashes a password for storage. The password is used unchanged: no trimming, no case folding (A-AUTH-12). */
export async function hashPassword(password: string): Promise<HashOutcome> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await takeTurn(
    async () => await derive(password, { ...COST, nonce: salt, tagLength: TAG_BYTES }),
  );
  if (tag === 'busy') return { kind: 'busy' };
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return { kind: 'ok', hash: `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}` };
}

/**
 * Checks a password against a stored hash. Pass null for a user who does not exist or has no password: the check takes
 * as long and returns `wrong`, so that the timing does not reveal which numbers are customers (A-AUTH-02).
 */
export async function verifyPassword(hash: string | null, password: string): Promise<VerifyOutcome> {
  const known = hash === null ? null : parse(hash);
  const { parameters, tag } = known ?? DECOY;
  const found = await takeTurn(async () => await derive(password, parameters));
  if (found === 'busy') return { kind: 'busy' };
  if (!timingSafeEqual(found, tag) || known === null) return { kind: 'wrong' };
  return { kind: 'right', stale: needsRehash(parameters) };
}

const DECOY: Parsed = {
  parameters: { ...COST, nonce: randomBytes(SALT_BYTES), tagLength: TAG_BYTES },
  tag: randomBytes(TAG_BYTES),
};

function needsRehash({ memory, passes, tagLength }: Parsed['parameters']): boolean {
  return memory < COST.memory || passes < COST.passes || tagLength < TAG_BYTES;
}

function parse(hash: string): Parsed | null {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? [];
  if (memory === undefined || salt === undefined || tag === undefined) return null;
  if (Number(memory) < MEMORY.least || Number(memory) > MEMORY.most) return null;
  if (!isWithin(passes, MOST_PASSES) || !isWithin(parallelism, MOST_LANES)) return null;
  const expected = Buffer.from(tag, 'base64');
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(salt, 'base64'),
      tagLength: expected.length,
    },
    tag: expected,
  };
}

function isWithin(value: string | undefined, most: number): boolean {
  return Number(value) >= 1 && Number(value) <= most;
}

async function derive(password: string, parameters: Parsed['parameters']): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    argon2('argon2id', { ...parameters, message: Buffer.from(password, 'utf8') }, (error, tag) => {
      if (error) reject(error);
      else resolve(tag);
    });
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

let running = 0;
const waiting: (() => void)[] = [];

async function takeTurn<T>(work: () => Promise<T>): Promise<T | 'busy'> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) return 'busy';
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot passes to the next waiting call; it is freed only if nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
