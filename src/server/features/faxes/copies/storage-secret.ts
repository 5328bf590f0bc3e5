import { z } from 'zod';

import type { Tokens } from '#engine/remote-storage/port.ts';
import { sealFor, unsealFor } from '#engine/secrets/seal.ts';

import type { StorageLink } from './storage.store.ts';

/** What opens an SFTP server; one of the two. */
const sftpSecret = z.object({ pass: z.string().optional(), privateKey: z.string().optional() });
export type SftpSecret = z.output<typeof sftpSecret>;

const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.number().nullable(),
}) satisfies z.ZodType<Tokens>;

/** A storage whose secret is sealed or opened: whose, of which kind, and where the secret may be sent. */
export type SecretOwner = Pick<StorageLink, 'accountId' | 'kind' | 'place'>;

/** A secret belongs to one storage of one account: moved to another row, it does not open. */
function placeOf({ accountId, kind }: SecretOwner): string {
  return `storage_link/${accountId}/${kind}/secret`;
}

/**
 * The very server and login that a secret was given for: for any other it does not open (A-SFTP-09). Tokens of Egnyte
 * belong to a domain.
 */
function targetOf({ kind, place: { host, port, login } }: SecretOwner): string {
  return kind === 'sftp' ? `${host} ${port} ${login}` : host;
}

/** Whether a secret of the one storage may be used for the other. */
export function sameTarget(one: SecretOwner, other: SecretOwner): boolean {
  return placeOf(one) === placeOf(other) && targetOf(one) === targetOf(other);
}

/** Seals what opens a storage, for this storage and its target. */
export function sealStorage(key: Buffer, owner: SecretOwner, secret: SftpSecret | Tokens): string {
  return sealFor(key, targetOf(owner), secret, placeOf(owner));
}

/** What opens an SFTP storage; empty when nothing is set, or it was given for another server or login. */
export function openSftpSecret(key: Buffer, owner: SecretOwner, sealed: string | null): SftpSecret {
  return sftpSecret.catch({}).parse(opened(key, owner, sealed));
}

/** The tokens of an Egnyte connection; null when there is none. */
export function openTokens(key: Buffer, owner: SecretOwner, sealed: string | null): Tokens | null {
  return tokens.safeParse(opened(key, owner, sealed)).data ?? null;
}

/** The same secret, sealed anew for the target that it has now; null when it is bound already, or does not open. */
export function boundAnew(key: Buffer, owner: SecretOwner, sealed: string): string | null {
  const found = unsealFor(key, targetOf(owner), sealed, placeOf(owner));
  return found === null || found.bound ? null : sealFor(key, targetOf(owner), found.parts, placeOf(owner));
}

function opened(key: Buffer, owner: SecretOwner, sealed: string | null): Record<string, unknown> {
  const found = sealed === null ? null : unsealFor(key, targetOf(owner), sealed, placeOf(owner));
  return found?.parts ?? {};
}
