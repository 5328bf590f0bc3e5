import { useCallback, useRef } from 'react';
import type { Call, ReplyOf } from '#contract/kit/call.ts';
import { ApiError, leavesOpen } from './api-error.ts';
import { callApi } from './call-api.ts';
import type { CallInput } from './call-api.ts';
import { callLimit } from './call-limit.ts';
import type { UploadOutcome } from './upload.ts';

/** Returns a random UUID. crypto.randomUUID exists only on https, which installations in a local network may lack. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Makes a call with an Idempotency-Key. `asked` identifies a repeat of the same request; the body by default. */
export type CallOnce = <C extends Call>(
  call: C,
  input: CallInput<C>,
  asked?: unknown,
) => Promise<UploadOutcome<ReplyOf<C>>>;

/**
 * Makes calls that must not be done twice, such as sending. After a lost response, the same call carries the same key, so
 * that the server does not do it again. Keys last as long as the form or dialog: a request from a new one is meant as
 * another. Always resolves.
 */
export function useCallOnce(): CallOnce {
  const keys = useRef(new Map<string, string>());
  return useCallback(async (call, input, asked = input.body) => {
    const what = JSON.stringify([call.path, asked]);
    const key = keys.current.get(what) ?? newKey();
    keys.current.set(what, key);
    try {
      const reply = await callApi(call, { ...input, idempotencyKey: key, signal: callLimit(call) });
      keys.current.delete(what);
      return { kind: 'ok', reply };
    } catch (error) {
      // An unreadable success response counts as lost, too.
      const refused = error instanceof ApiError && !leavesOpen(error);
      return refused ? { kind: 'refused', error } : { kind: 'lost' };
    }
  }, []);
}
