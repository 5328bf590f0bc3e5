import { z } from 'zod';
import { text } from './wire.ts';

/** Maximum length of an email address that a person enters (SUB-11, CANC-05). */
export const EMAIL_MAX = 64;

/**
 * Exactly one plain address with a domain that has a dot: no list, no group, no name, no quoted part, no address
 * literal, no letters beyond ASCII (A-SUB-03). Faults are REQUIRED, TOO_LONG, EMAIL_INVALID.
 */
export const emailAddress = text(EMAIL_MAX)
  .pipe(z.string().min(1, 'REQUIRED'))
  .refine((value) => value === '' || z.email().safeParse(value).success, 'EMAIL_INVALID');
