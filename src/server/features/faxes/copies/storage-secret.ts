import { z } from 'zod';

import type { Tokens } from '#engine/remote-storage/port.ts';
import { sealFor, unsealFor } from '#engine/secrets/seal.ts';

import type { StorageLink } from './storage.store.ts';

/** The secret for an SFTP server: a password, or a private key with an optional passphrase in `pass`. */
const sftpSecret = z.object({ pass: z.string().optional(), privateKey: z.string().optional() });
export type SftpSecret = z.output<typeof sftpSecret>;

const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.number().nullable(),
}) satisfies z.ZodType<Tokens>;

/** The storage whose secret is sealed or opened: its owner, its kind, and where the secret may be sent. */
export type SecretOwner = Pick<StorageLink, 'accountId' | 'kind' | 'place'>;

/**
 * Identifies the row of a secret. A secret belongs to one storage of one account; moved to another row, it does not
 * open.
 */
function placeOf({ accountId, kind }: SecretOwner): string {
  return `storage_link/${accountId}/${kind}/secret`;
}

/**
 * Identifies the server and login that a secret was entered for: for any other it does not open (A-SFTP-09). Egnyte's
 * tokens belong to a domain.
 */
function targetOf({ kind, place: { host, port, login } }: SecretOwner): string {
  return kind === 'sftp' ? `${host} ${port} ${login}` : host;
}

/** Returns whether a secret of one storage may be used for the other. */
export function sameTarget(one: SecretOwner, other: SecretOwner): boolean {
  return placeOf(one) === placeOf(other) && targetOf(one) === targetOf(other);
}

/** Seals a storage's secret for this storage and its target. */
export function sealStorage(key: Buffer, owner: SecretOwner, secret: SftpSecret | Tokens): string {
  return sealFor(key, targetOf(owner), secret, placeOf(owner));
}

/**
 * Opens the secret of an SFTP storage. Returns an empty object if none is set, or it was entered for another server or
 * login.
 */
export function openSftpSecret(key: Buffer, owner: SecretOwner, sealed: string | null): SftpSecret {
  return sftpSecret.catch({}).parse(opened(key, owner, sealed));
}

/** Opens the tokens of an Egnyte connection; null if there are none. */
export function openTokens(key: Buffer, owner: SecretOwner, sealed: string | null): Tokens | null {
  return tokens.safeParse(opened(key, owner, sealed)).data ?? null;
}

/** Seals the secret again, bound to its present target. Returns null if it is already bound or does not open. */
export function boundAnew(key: Buffer, owner: SecretOwner, sealed: string): string | null {
  const found = unsealFor(key, targetOf(owner), sealed, placeOf(owner));
  return found === null || found.bound ? null : sealFor(key, targetOf(owner), found.parts, placeOf(owner));
}

function opened(key: Buffer, owner: SecretOwner, sealed: string | null): Record<string, unknown> {
  const found = sealed === null ? null : unsealFor(key, targetOf(owner), sealed, placeOf(owner));
  return found?.parts ?? {};
}
