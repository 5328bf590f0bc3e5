import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SFTP_LOGIN, SFTP_PASSWORD, startSshd } from '#test/sshd.ts';
import type { Sshd } from '#test/sshd.ts';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { createRemoteStorages } from './choose.ts';
import { describeRemoteStorage } from './storage.contract-test.ts';
import type { RemoteStorage, SftpPlace } from './port.ts';
import { connectFault, operationFault } from './sftp-faults.ts';

const storages = createRemoteStorages({
  guard: createOutboundGuard({ allowPrivate: true }),
  egnyte: { baseUrl: '', clientId: '', clientSecret: '' },
});

function place(server: Sshd, change: Partial<SftpPlace> = {}): SftpPlace {
  return {
    kind: 'sftp',
    host: '127.0.0.1',
    port: server.port,
    folder: '/in',
    login: SFTP_LOGIN,
    password: SFTP_PASSWORD,
    hostKey: null,
    ...change,
  };
}

describeRemoteStorage('SFTP', async () => {
  const server = await startSshd();
  const changes: Record<string, Partial<SftpPlace>> = {
    'wrong-login': { password: 'not this one' },
    'read-only': { folder: '/readonly' },
    'nobody-there': { port: 1 },
    'new-folder': { folder: '/in/new/deeper' },
  };
  return {
    open: (change) => storages.open(place(server, change && changes[change])),
    files: async () => await server.files(),
    stop: async () => await server.remove(),
  };
});

describe('SFTP and the identity of the server', () => {
  let server: Sshd;
  const open: RemoteStorage[] = [];
  const drop = (change: Partial<SftpPlace> = {}): RemoteStorage => {
    const opened = storages.open(place(server, change));
    open.push(opened);
    return opened;
  };
  beforeAll(async () => {
    server = await startSshd();
  });
  afterAll(async () => {
    for (const one of open) await one.close();
    await server.remove();
  });

  it('shows the fingerprint that the server itself has', async () => {
    expect(await drop().probe()).toEqual({ kind: 'ok', hostKey: await server.fingerprint() });
  });

  it('logs in with a private key', async () => {
    const { password: _, ...rest } = place(server);
    const opened = storages.open({ ...rest, privateKey: server.userKey });
    open.push(opened);
    expect(await opened.probe()).toMatchObject({ kind: 'ok' });
  });

  it('sends nothing to another key, and says which one it saw', async () => {
    const known = await server.fingerprint();
    await server.stop();
    await server.start({ hostKey: 'second' });
    const before = await server.files();
    const outcome = await drop({ hostKey: known }).put({
      folders: [],
      name: 'secret.pdf',
      bytes: Buffer.alloc(9),
    });
    const offeredKey = await server.fingerprint('second');
    expect(outcome).toMatchObject({ kind: 'stop', reason: 'HOST_KEY_CHANGED', offeredKey });
    expect(await server.files()).toEqual(before);
    await server.stop();
    await server.start();
  });

  it('a key that cannot be read is a login that cannot work', async () => {
    const { password: _, ...rest } = place(server);
    const outcome = await storages.open({ ...rest, privateKey: 'not a key' }).probe();
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'LOGIN_REFUSED' });
  });

  it('a database that is away is no fault of the server, and neither is a mistake of ours', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const proceed = async (): Promise<boolean> => await Promise.reject(away);
    const file = { folders: [], name: 'kept.pdf', bytes: Buffer.from('%PDF') };
    const put = async (id: string, before: string[], asked: () => Promise<boolean>) =>
      await drop().put({ ...file, attempt: { id, before, proceed: asked } });
    await expect(put('1', [], proceed)).rejects.toBe(away);
    expect(await put('2', ['1'], async () => await Promise.resolve(true))).toMatchObject({ kind: 'ok' });
    expect([...(await server.files('in')).keys()].filter((name) => name.includes('kept'))).toEqual([
      'kept.pdf',
    ]);
    const mistake = new TypeError('undefined is not a function');
    expect(() => operationFault(mistake)).toThrow(mistake);
    expect(() => connectFault(mistake)).toThrow(mistake);
  });

  it('goes on after the connection was lost', async () => {
    const kept = drop();
    expect(await kept.probe()).toMatchObject({ kind: 'ok' });
    await server.stop();
    expect(await kept.probe()).toMatchObject({ kind: 'retry', reason: 'UNREACHABLE' });
    await server.start();
    expect(await kept.probe()).toMatchObject({ kind: 'ok' });
  });

  it('tells closed ports, web servers and silence apart for nobody', async () => {
    const web = createServer((_, response) => response.end('hello'));
    await new Promise<void>((resolve) => {
      web.listen(0, '127.0.0.1', resolve);
    });
    const outcomes = [];
    for (const port of [1, (web.address() as AddressInfo).port]) outcomes.push(await drop({ port }).probe());
    web.closeAllConnections();
    web.close();
    expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual([
      'UNREACHABLE',
      'UNREACHABLE',
    ]);
  });
});
