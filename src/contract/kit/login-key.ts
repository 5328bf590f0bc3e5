import { z } from 'zod';
import { idOut, text, timeOut } from './wire.ts';

/** Maximum length of the name that an owner gives a passkey or an app password; it is shown on one line. */
export const KEY_NAME_MAX = 40;

/** Maximum number of passkeys, and of app passwords, of one owner: one for each device or machine. */
export const MAX_KEYS = 20;

/** The name that an owner gives a passkey or an app password. */
export const keyName = text(KEY_NAME_MAX).pipe(z.string().min(1, 'REQUIRED'));

/** What an owner sees of each one, without the secret. */
export const keyRow = z.object({
  id: idOut,
  name: z.string(),
  createdAt: timeOut,
  /** Null until first used. */
  lastUsedAt: timeOut.nullable(),
});

/** A password in a call; the input of comparison and hashing is bounded (A-AUTH-13). */
export const passwordIn = z.string().max(256);
