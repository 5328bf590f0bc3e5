import { isIPv6 } from 'node:net';

import { MAX_SESSIONS_PER_SENDER, MAX_WRONG_LOGINS, WRONG_LOGIN_MS } from './limits.ts';

/** Open sessions and failed logins per sender. */
export interface Senders {
  /** Registers a session; returns false if the sender already has too many. */
  enter(address: string): boolean;
  leave(address: string): void;
  mayLogIn(address: string): boolean;
  wrongLogin(address: string): void;
}

export function createSenders(now: () => number = Date.now): Senders {
  const sessions = new Map<string, number>();
  const wrong = new Map<string, { count: number; until: number }>();
  const count = (address: string): number => sessions.get(senderOf(address)) ?? 0;
  return {
    enter: (address) => {
      if (count(address) >= MAX_SESSIONS_PER_SENDER) return false;
      sessions.set(senderOf(address), count(address) + 1);
      return true;
    },
    leave: (address) => {
      if (count(address) <= 1) sessions.delete(senderOf(address));
      else sessions.set(senderOf(address), count(address) - 1);
    },
    mayLogIn: (address) => {
      const known = wrong.get(senderOf(address));
      return !known || known.until < now() || known.count < MAX_WRONG_LOGINS;
    },
    wrongLogin: (address) => {
      for (const [key, { until }] of wrong) if (until < now()) wrong.delete(key);
      const known = wrong.get(senderOf(address));
      wrong.set(senderOf(address), { count: (known?.count ?? 0) + 1, until: now() + WRONG_LOGIN_MS });
    },
  };
}

/** Returns what identifies a sender: an IPv4 address, or a whole IPv6 /64 (whose hosts can change freely). */
function senderOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].slice(0, 4).join(':');
}
