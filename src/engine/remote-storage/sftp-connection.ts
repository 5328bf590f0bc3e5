import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import Client from 'ssh2-sftp-client';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';
import type { StorageFailure, SftpPlace } from './port.ts';
import { connectFault } from './sftp-faults.ts';
import { within } from './within.ts';

/** Time limits after which a remote server counts as unavailable. */
const CONNECT_LIMIT_MS = 10_000;
const LOGIN_LIMIT_MS = 15_000;

/** Three missed keepalives end a connection that would otherwise wait forever. */
const KEEPALIVE_MS = 10_000;
const KEEPALIVE_MISSES = 3;

/** An open connection; `hostKey` is the fingerprint that the server presented, as ssh-keygen -l prints it. */
export interface SftpConnection {
  client: Client;
  socket: Socket;
  hostKey: string;
}

/** Logs in over a socket of the guard; the host key is compared before the password is sent (A-SFTP-05). */
export async function connectSftp(
  guard: OutboundGuard,
  place: SftpPlace,
): Promise<{ kind: 'ok'; connection: SftpConnection } | StorageFailure> {
  const limitMs = Math.min(CONNECT_LIMIT_MS + LOGIN_LIMIT_MS, place.limitMs ?? Infinity);
  const until = performance.now() + limitMs;
  const { host, port } = place;
  const dialled = await guard.dial({ host, port, limitMs: Math.min(CONNECT_LIMIT_MS, limitMs) });
  if (dialled.kind === 'refused') {
    const kind = dialled.reason === 'HOST_NOT_ALLOWED' ? 'stop' : 'retry';
    return { kind, reason: dialled.reason, detail: 'not dialled' };
  }
  const { socket } = dialled;
  // Without its own listeners the client writes to the console.
  const client = new Client('f2e', { error: () => undefined, end: () => undefined, close: () => undefined });
  let shown = '';
  try {
    const connecting = client.connect({
      sock: socket,
      username: place.login,
      ...credentials(place),
      readyTimeout: LOGIN_LIMIT_MS,
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: KEEPALIVE_MISSES,
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key);
        return place.hostKey === null || place.hostKey === shown;
      },
    });
    // The limit also covers the time after the login: a server may accept the login and then send nothing more.
    await within(until - performance.now(), socket, connecting);
    return { kind: 'ok', connection: { client, socket, hostKey: shown } };
  } catch (error) {
    socket.destroy();
    if (shown !== '' && place.hostKey !== null && place.hostKey !== shown)
      return { kind: 'stop', reason: 'HOST_KEY_CHANGED', detail: 'another host key', offeredKey: shown };
    return connectFault(error);
  }
}

function credentials({ password, privateKey, passphrase }: SftpPlace) {
  if (privateKey !== undefined) return { privateKey, ...(passphrase !== undefined && { passphrase }) };
  return password === undefined ? {} : { password };
}

function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}
