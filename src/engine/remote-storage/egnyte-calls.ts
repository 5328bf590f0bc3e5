import { setTimeout as pause } from 'node:timers/promises';

import type { OutboundRequest } from '#engine/outbound-guard/port.ts';
import { isDead, MAX_JSON, notReached, REVOKED, throttleOf } from './egnyte-answers.ts';
import type { Answered, EgnyteDeps } from './egnyte-answers.ts';
import { originOf } from './egnyte-domain.ts';
import { renewTokens } from './egnyte-sign-in.ts';
import { throttled } from './http-faults.ts';
import type { StorageFailure, TokenKeeper, Tokens } from './port.ts';

/** 20 s per call (spec http-api 7); content gets extra time by its size. */
const CALL_LIMIT_MS = 20_000;
const SLOWEST_BYTES_PER_MS = 50;

/** A short throttle is waited out here; a longer one is left to the job's retry. */
const SHORT_WAIT_SECONDS = 3;
const MOST_WAITS = 3;

/** Tokens that expire within this time are renewed first; otherwise they could expire in transit. */
const RENEW_MS = 60_000;

/** The calls of one connection; expired tokens are renewed. */
export interface EgnyteCalls {
  ask: (path: string, more?: Partial<OutboundRequest>) => Promise<Answered | StorageFailure>;
}

export function egnyteCalls(deps: EgnyteDeps, domain: string, keeper: TokenKeeper): EgnyteCalls {
  const origin = originOf(domain, deps.baseUrl);
  const once = async (tokens: Tokens, path: string, more: Partial<OutboundRequest>) => {
    const wait = await deps.pace.turn(tokens.accessToken);
    if (wait !== null) return throttled(wait);
    const size = more.body === undefined ? 0 : Buffer.byteLength(more.body);
    const answer = await deps.guard.request(`${origin}${path}`, {
      limitMs: CALL_LIMIT_MS + Math.max(size, more.maxBytes ?? 0) / SLOWEST_BYTES_PER_MS,
      maxBytes: MAX_JSON,
      ...more,
      headers: { authorization: `Bearer ${tokens.accessToken}`, ...more.headers },
    });
    return answer.kind === 'ok' ? (throttleOf(answer) ?? answer) : notReached(answer.reason);
  };
  const patient = async (tokens: Tokens, path: string, more: Partial<OutboundRequest>) => {
    for (let waits = 0; ; waits += 1) {
      const outcome = await once(tokens, path, more);
      const seconds = 'afterSeconds' in outcome ? outcome.afterSeconds : undefined;
      if (seconds === undefined || seconds > SHORT_WAIT_SECONDS || waits >= MOST_WAITS) return outcome;
      await pause(seconds * 1_000);
    }
  };
  return {
    ask: async (path, more = {}) => {
      let tokens = keeper.read();
      if (tokens.expiresAt !== null && tokens.expiresAt - Date.now() < RENEW_MS) {
        const renewed = await renewTokens(deps, domain, keeper);
        if (renewed.kind !== 'ok') return renewed;
        ({ tokens } = renewed);
      }
      const answer = await patient(tokens, path, more);
      if (answer.kind !== 'ok' || !isDead(answer)) return answer;
      const renewed = await renewTokens(deps, domain, keeper);
      if (renewed.kind !== 'ok') return renewed;
      const again = await patient(renewed.tokens, path, more);
      return again.kind === 'ok' && isDead(again) ? REVOKED : again;
    },
  };
}
