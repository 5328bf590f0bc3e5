import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDocumentEngine } from '../choose.ts';
import { makePdf } from '../fixtures/make-pdf.ts';
import { blackPng } from '../fixtures/make-png.ts';
import { silentLog } from '../fixtures/test-engine.ts';
import type { JobFile } from './child.ts';
import type { PoolOptions } from './pool.ts';
import { ConverterPool } from './pool.ts';

const HOSTILE = fileURLToPath(new URL('../fixtures/hostile-child.ts', import.meta.url));

let tempDir: string;
const closing: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
});

afterEach(async () => {
  await Promise.all(closing.splice(0).map((part) => part.close()));
  await rm(tempDir, { recursive: true });
});

/** Returns a pool whose children do what the document's text says. */
function hostilePool(options: Partial<PoolOptions> = {}): ConverterPool {
  const defaults = { workers: 1, untrusted: 'accept-risk' as const, tempDir, log: silentLog };
  const pool = new ConverterPool({ ...defaults, ...options }, (confinement) =>
    confinement === 'none' ? { program: process.execPath, arguments: [HOSTILE] } : undefined,
  );
  closing.push(pool);
  return pool;
}

function realPool(options: Partial<PoolOptions> = {}): ConverterPool {
  const pool = new ConverterPool({
    workers: 2,
    untrusted: 'accept-risk',
    tempDir,
    log: silentLog,
    ...options,
  });
  closing.push(pool);
  return pool;
}

const jobFor = (text: string): JobFile[] => [{ type: 'text', bytes: Buffer.from(text) }];
const good: JobFile[] = [{ type: 'pdf', bytes: makePdf() }];

describe('a document hurts only its own job', () => {
  test('what it says of its conversion is one short line of the log', async () => {
    const said: object[] = [];
    const log = { ...silentLog, warn: (fields: object) => said.push(fields) };
    await hostilePool({ log }).run(jobFor('shortfalls'));
    const told = said.filter((fields) => 'event' in fields && fields.event === 'document.shortfall');
    expect(told).toEqual([{ event: 'document.shortfall', detail: `0 ${'x'.repeat(198)}` }]);
  });

  test('an endless loop ends at the wall clock, others go on', async () => {
    const pool = hostilePool({ workers: 2, wallMs: 1500 });
    const [loop, exit] = await Promise.all([pool.run(jobFor('loop')), pool.run(jobFor('exit'))]);
    expect(loop).toMatchObject({ kind: 'refused', reason: 'TIME_LIMIT', file: 0 });
    expect(exit).toMatchObject({ kind: 'crashed' });
  });

  test('a memory hog is killed by the watch', async () => {
    expect(await hostilePool().run(jobFor('hog'))).toMatchObject({
      kind: 'refused',
      reason: 'DOCUMENT_TOO_LARGE',
    });
  });

  test.each(['exit', 'abort', 'garbage', 'lie'])(
    'a child that answers with «%s» has crashed',
    async (text) => {
      const pool = hostilePool();
      expect(await pool.run(jobFor(text))).toMatchObject({ kind: 'crashed' });
      expect(await pool.run(jobFor('exit'))).toMatchObject({ kind: 'crashed' });
    },
  );

  test('kill -9 of an idle child costs nothing', async () => {
    const pool = realPool({ workers: 1 });
    expect(await pool.run(good)).toMatchObject({ kind: 'ok', pages: 1 });
    for (const pid of pool.idlePids) process.kill(pid, 'SIGKILL');
    expect(await pool.run(good)).toMatchObject({ kind: 'ok', pages: 1 });
  });

  test('an aborted conversion ends its child and says so', async () => {
    const pool = hostilePool();
    const controller = new AbortController();
    const running = pool.run(jobFor('loop'), { signal: controller.signal });
    await pool.confinement();
    controller.abort();
    expect(await running).toEqual({ kind: 'aborted' });
    expect(await pool.run(jobFor('exit'), { signal: AbortSignal.abort() })).toEqual({ kind: 'aborted' });
  });

  test('900 megapixels are refused while a good document converts beside them', async () => {
    const engine = await openDocumentEngine({
      workers: 2,
      untrusted: 'accept-risk',
      tempDir,
      log: silentLog,
    });
    closing.push(engine);
    await engine.status();
    const flood = blackPng(30_000, 30_000);
    const tiff = Buffer.from(
      'II*\0\x08\0\0\0\x03\0\0\x01\x04\0\x01\0\0\0\xe8\xfd\0\0\x01\x01\x04\0\x01\0\0\0\xe8\xfd\0\0\x03\x01\x03\0\x01\0\0\0\x04\0\0\0\0\0\0\0',
      'latin1',
    );
    const outcomes = await Promise.all([
      engine.toFaxPages([{ name: 'flood.png', bytes: flood }]),
      engine.toFaxPages([{ name: 'flood.tif', bytes: tiff }]),
      engine.toFaxPages([{ name: 'good.pdf', bytes: makePdf() }]),
    ]);
    expect(outcomes).toMatchObject([
      { kind: 'refused', reason: 'DOCUMENT_TOO_LARGE', file: 'flood.png' },
      { kind: 'refused', reason: 'DOCUMENT_TOO_LARGE', file: 'flood.tif' },
      { kind: 'ok', pages: 1 },
    ]);
  });

  test('more jobs than workers wait for their turn', async () => {
    const pool = realPool();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => pool.run(good)));
    expect(outcomes.every((outcome) => outcome?.kind === 'ok')).toBe(true);
  });
});

/** Returns the process inside the sandbox: the last descendant. */
async function innermost(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1');
  const [child] = children.split(' ').filter(Boolean);
  return child === undefined ? pid : innermost(Number(child));
}

/** Returns what a confined child can see and do, read from outside. */
async function viewFromInside(pid: number) {
  const inner = await innermost(pid);
  const read = (path: string) => readFile(`/proc/${inner}/${path}`, 'latin1');
  const environment = (await read('environ')).split('\0').filter(Boolean);
  const etc = await readdir(`/proc/${inner}/root/etc`);
  const status = await read('status');
  const shared = await Promise.all(
    ['net', 'pid', 'ipc', 'uts', 'mnt'].map(async (name) => {
      const [theirs, ours] = await Promise.all([
        readlink(`/proc/${inner}/ns/${name}`),
        readlink(`/proc/self/ns/${name}`),
      ]);
      return theirs === ours ? name : '';
    }),
  );
  const descriptors = await Promise.all(
    (await readdir(`/proc/${inner}/fd`)).map(
      async (fd) => await readlink(`/proc/${inner}/fd/${fd}`).catch(() => 'pipe:'), // It was closed in the meantime.
    ),
  );
  return {
    /** Open files that are neither a channel to us (its one network has no other end) nor part of Node. */
    openFiles: descriptors.filter(
      (target) => !/^(?:pipe:|socket:|anon_inode:|\/dev\/(?:null|urandom)$)/.test(target),
    ),
    environment: new Set(environment.map((line) => line.split('=')[0])),
    accounts: etc.filter((name) => name === 'passwd' || name === 'shadow'),
    temporaryFiles: await readdir(`/proc/${inner}/root/tmp`),
    networks: (await read('net/dev')).match(/\w+(?=:)/g),
    sharedNamespaces: shared.join(''),
    capabilities: /^CapEff:\s+(\w+)/m.exec(status)?.[1],
    canGainRights: /^NoNewPrivs:\s+(\d)/m.exec(status)?.[1] === '0',
    roots: (await readdir(`/proc/${inner}/root`)).filter((name) =>
      ['root', 'home', 'var', 'work'].includes(name),
    ),
  };
}

const CONFINED = {
  openFiles: [],
  environment: new Set(['HOME', 'MALLOC_ARENA_MAX', 'PATH', 'PWD', 'TMPDIR']),
  accounts: [],
  temporaryFiles: [],
  networks: ['lo'],
  sharedNamespaces: '',
  capabilities: '0000000000000000',
  canGainRights: false,
  roots: [],
};

describe('the sandbox', () => {
  test('where it does not work, untrusted documents are refused unless the operator takes the risk', async () => {
    const strict = new ConverterPool(
      { workers: 1, untrusted: 'sandbox', tempDir, log: silentLog },
      () => undefined,
    );
    expect(await strict.confinement()).toBeUndefined();
    expect(await strict.run(good)).toBeUndefined();
    const risky = hostilePool();
    expect(await risky.confinement()).toBe('none');
  });

  test('an unconfined child works in a folder of its own, which goes away with it', async () => {
    const pool = hostilePool();
    await pool.run(jobFor('exit'));
    expect((await readdir(tempDir)).every((name) => name.startsWith('convert-'))).toBe(true);
    await pool.close();
    expect(await readdir(tempDir)).toEqual([]);
  });

  test('[A-CONV-20] a child has an empty environment, no host files, no network and no rights', async () => {
    const pool = realPool({ workers: 1, untrusted: 'sandbox' });
    const confinement = await pool.confinement();
    const seen = confinement === undefined ? await pool.run(good) : await viewFromInside(pool.idlePids[0]!);
    // Without a sandbox on the machine there must be no child at all.
    expect(seen).toEqual(confinement === undefined ? undefined : CONFINED);
  });
});
