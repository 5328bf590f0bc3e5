import type { OutboundGuard } from '#engine/outbound-guard/port.ts';
import type { EgnyteDeps } from './egnyte-answers.ts';
import { jsonOf, MAX_JSON, notReached } from './egnyte-answers.ts';
import { egnyteCalls } from './egnyte-calls.ts';
import { egnyteConnection } from './egnyte-connection.ts';
import { prefixOf } from './egnyte-domain.ts';
import { CALLS_A_SECOND, EgnytePace } from './egnyte-pace.ts';
import { authorizeUrl, redeemCode } from './egnyte-sign-in.ts';
import { openEgnyteStorage } from './egnyte.ts';
import type { RemoteStorage, RemoteStorages, StoragePlace, Egnyte } from './port.ts';
import { openSftpStorage } from './sftp.ts';
import { openWebdavStorage } from './webdav.ts';

/** Dependencies of an installation's remote storages. */
export interface RemoteStorageOptions {
  guard: OutboundGuard;
  /** F2E_EGNYTE_BASE_URL, _CLIENT_ID and _CLIENT_SECRET; empty if not set. */
  egnyte: { baseUrl: string; clientId: string; clientSecret: string };
  /** Overrides Egnyte's rate limit, for tests. */
  callsASecond?: number;
}

/**
 * Opens remote storages by kind; a new kind needs a case here, an adapter, and a test that runs
 * `storage.contract-test.ts` on it.
 */
export function createRemoteStorages({ guard, egnyte, callsASecond }: RemoteStorageOptions): RemoteStorages {
  const deps: EgnyteDeps = { guard, pace: new EgnytePace(callsASecond ?? CALLS_A_SECOND), ...egnyte };
  const open = (place: StoragePlace): RemoteStorage => {
    switch (place.kind) {
      case 'sftp':
        return openSftpStorage(guard, place);
      case 'egnyte':
        return openEgnyteStorage(deps, place);
      default:
        return openWebdavStorage(guard, place);
    }
  };
  return { open, egnyte: createEgnyte(deps) };
}

/** A settings call is small; a server that does not respond within this time counts as unavailable. */
const SAVE_LIMIT_MS = 20_000;

function createEgnyte(deps: EgnyteDeps): Egnyte {
  return {
    configured: deps.clientId !== '' && deps.clientSecret !== '',
    authorizeUrl: (authorization) => authorizeUrl(deps, authorization),
    redeem: async (authorization) => await redeemCode(deps, authorization),
    connect: (domain, tokens) => egnyteConnection(egnyteCalls(deps, domain, tokens)),
    isOwnAddress: (address, domain) => isOwnAddress(address, domain, deps.baseUrl),
    saveSettings: async (address, token, data) => {
      const answer = await deps.guard.request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, data }),
        limitMs: SAVE_LIMIT_MS,
        maxBytes: MAX_JSON,
      });
      if (answer.kind === 'refused') return notReached(answer.reason);
      const accepted =
        answer.status >= 200 && answer.status < 300 && jsonOf(answer.body)['error'] === undefined;
      return accepted
        ? { kind: 'ok' }
        : { kind: 'stop', reason: 'ACCESS_REVOKED', detail: `status ${answer.status}` };
    },
  };
}

function isOwnAddress(address: string, domain: string, baseUrl: string): boolean {
  const url = URL.parse(address);
  const prefix = prefixOf(domain);
  if (!url || prefix === null || url.username !== '' || url.password !== '') return false;
  if (baseUrl !== '') return url.origin === new URL(baseUrl).origin;
  return url.origin === `https://${prefix}.egnyte.com`;
}
