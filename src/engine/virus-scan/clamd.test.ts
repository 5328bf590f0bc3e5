import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { openVirusScanner } from './choose.ts';
import { clamdScanner } from './clamd.ts';
import { eventually } from '#test/patience.ts';

/** The test string that every scanner detects, in two parts so that scanners do not flag this file. */
const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Starts a server that sends the given answer on each connection. */
async function impostor(answer: string | undefined): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (answer === undefined) socket.resume();
    else socket.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('clamd', () => {
  test('nothing is scanned where no scanner is named', () => {
    expect(openVirusScanner('')).toBeUndefined();
  });

  test.each([
    ['stream: OK\0', { kind: 'clean' }],
    ['stream: Win.Test.EICAR_HDB-1 FOUND\0', { kind: 'infected', name: 'Win.Test.EICAR_HDB-1' }],
    ['INSTREAM size limit exceeded. ERROR\0', { kind: 'unavailable' }],
    ['stream: OK', { kind: 'unavailable' }],
    ['HTTP/1.1 400 Bad Request\0', { kind: 'unavailable' }],
    ['x'.repeat(5_000), { kind: 'unavailable' }],
    ['', { kind: 'unavailable' }],
  ])('the answer %.40s is understood or refused, never taken for clean', async (answer, expected) => {
    const scanner = clamdScanner({ host: '127.0.0.1', port: await impostor(answer) });
    expect(await scanner.scan(Buffer.alloc(300_000))).toMatchObject(expected);
  });

  test('a silent or absent clamd is unavailable', async () => {
    const port = await impostor(undefined);
    const silent = clamdScanner({ host: '127.0.0.1', port, silenceMs: 50 });
    expect(await silent.scan(Buffer.from('x'))).toMatchObject({ kind: 'unavailable' });
    closing.splice(0).forEach((close) => close());
    const absent = clamdScanner({ host: '127.0.0.1', port: 1 });
    expect(await absent.scan(Buffer.from('x'))).toMatchObject({ kind: 'unavailable' });
    expect(await absent.check()).toMatchObject({ ok: false });
  });
});

const CLAMD = '/usr/sbin/clamd';

describe.runIf(existsSync(CLAMD))('the clamd of this machine', () => {
  let folder: string;
  let daemon: ChildProcess;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clamd-test-'));
    port = await impostor('');
    closing.splice(0).forEach((close) => close());
    // One signature of our own: the MD5 and length of the test string.
    const md5 = createHash('md5').update(EICAR).digest('hex');
    await writeFile(join(folder, 'own.hdb'), `${md5}:${EICAR.length}:Own.Eicar\n`);
    const settings = [
      `TCPSocket ${port}`,
      'TCPAddr 127.0.0.1',
      `DatabaseDirectory ${folder}`,
      'Foreground yes',
      'StreamMaxLength 1M',
    ];
    await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
    // clamd drops its privileges before it reads them.
    await chmod(folder, 0o755);
    daemon = spawn(CLAMD, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    const scanner = clamdScanner({ host: '127.0.0.1', port });
    await eventually(async () => {
      if (!(await scanner.check()).ok) throw new Error('clamd does not answer yet');
    });
  });

  afterAll(async () => {
    const gone = new Promise((resolve) => daemon.once('close', resolve));
    daemon.kill('SIGKILL');
    await gone;
    await rm(folder, { recursive: true });
  });

  test('finds what it knows and passes what it does not; a file it will not scan is not clean', async () => {
    const scanner = clamdScanner({ host: '127.0.0.1', port });
    expect(await scanner.scan(EICAR)).toEqual({ kind: 'infected', name: 'Own.Eicar.UNOFFICIAL' });
    expect(await scanner.scan(Buffer.from('A letter.'))).toEqual({ kind: 'clean' });
    expect(await scanner.scan(Buffer.alloc(3 * 1024 * 1024, 'a'))).toMatchObject({ kind: 'unavailable' });
  });
});
