import { useCallback, useRef } from 'react';
import type { Call, ReplyOf } from '#contract/kit/call.ts';
import { ApiError, leavesOpen } from './api-error.ts';
import { callApi } from './call-api.ts';
import type { CallInput } from './call-api.ts';
import { callLimit } from './call-limit.ts';
import type { UploadOutcome } from './upload.ts';

/** A random uuid; crypto.randomUUID exists only on https, and installations in a local network may have none. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Makes a call that takes an Idempotency-Key; `asked` is what must be the same in a repeat, by default the body. */
export type CallOnce = <C extends Call>(
  call: C,
  input: CallInput<C>,
  asked?: unknown,
) => Promise<UploadOutcome<ReplyOf<C>>>;

/**
 * For calls that must not be done twice, such as sending: after a lost answer the same call carries the same key, so that
 * the server does nothing that it has done. The keys live as long as the form or dialog: who asks in a new one wants it
 * once more. Resolves in every case.
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
      // A success that cannot be read is lost, too.
      const refused = error instanceof ApiError && !leavesOpen(error);
      return refused ? { kind: 'refused', error } : { kind: 'lost' };
    }
  }, []);
}
