import { z } from 'zod';

import type { Tokens } from '#engine/cloud-drop/port.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';

/** What opens an SFTP server; one of the two. */
const sftpSecret = z.object({ pass: z.string().optional(), privateKey: z.string().optional() });
export type SftpSecret = z.output<typeof sftpSecret>;

const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.number().nullable(),
}) satisfies z.ZodType<Tokens>;

/** A secret belongs to one storage of one account: moved to another row, it does not open. */
function placeOf(accountId: number, kind: string): string {
  return `storage_link/${accountId}/${kind}/secret`;
}

/** Seals what opens a storage. */
export function sealStorage(
  key: Buffer,
  accountId: number,
  kind: string,
  secret: SftpSecret | Tokens,
): string {
  return seal(key, JSON.stringify(secret), placeOf(accountId, kind));
}

/** What opens an SFTP storage; empty when nothing is set or the key is another one. */
export function openSftpSecret(key: Buffer, accountId: number, sealed: string | null): SftpSecret {
  return sftpSecret.catch({}).parse(opened(key, accountId, 'sftp', sealed));
}

/** The tokens of an Egnyte connection; null when there is none. */
export function openTokens(key: Buffer, accountId: number, sealed: string | null): Tokens | null {
  return tokens.safeParse(opened(key, accountId, 'egnyte', sealed)).data ?? null;
}

function opened(key: Buffer, accountId: number, kind: string, sealed: string | null): unknown {
  const text = sealed === null ? null : unseal(key, sealed, placeOf(accountId, kind));
  return text === null ? {} : JSON.parse(text);
}
