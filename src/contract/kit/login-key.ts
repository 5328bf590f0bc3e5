import { z } from 'zod';
import { idOut, text, timeOut } from './wire.ts';

/** Characters of the name that an owner gives a passkey or an app password; it is shown in one line. */
export const KEY_NAME_MAX = 40;

/** Passkeys, and app passwords, of one owner: one for each device or machine, and no endless list. */
export const MAX_KEYS = 20;

/** The name that an owner gives it. */
export const keyName = text(KEY_NAME_MAX).pipe(z.string().min(1, 'REQUIRED'));

/** What an owner sees of each: never the secret itself. */
export const keyRow = z.object({
  id: idOut,
  name: z.string(),
  createdAt: timeOut,
  /** Null until it was used. */
  lastUsedAt: timeOut.nullable(),
});

/** A password as calls take it; what the server compares and hashes is bounded (A-AUTH-13). */
export const passwordIn = z.string().max(256);
