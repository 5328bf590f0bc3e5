import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { describeSdk } from '#contract/sdk/describe-sdk.ts';

import { startProgram } from './api-rig.ts';
import { startCompose } from './compose-rig.ts';
import type { ComposeRig } from './compose-rig.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const SDK = join(ROOT, 'packages/sdk');

/** Maximum compressed size of the client in bytes. */
const MAX_GZIP = 12_000;

/** A program that exercises the package's types. */
const TYPED_PROGRAM = `
import { createFaxClient, verifyWebhook, ApiError } from 'fax-to-email-sdk';
import type { CreateFaxInput, Fax, Webhook, WebhookEvent } from 'fax-to-email-sdk';

const client = createFaxClient({ key: 'f2e_test_x', baseUrl: 'https://fax.example.com', account: 'acc_1' });
export async function urls(): Promise<string[]> {
  const all: Webhook[] = [];
  for await (const webhook of client.webhooks.list()) all.push(webhook);
  return all.map(({ url }) => url);
}
export async function fax(input: CreateFaxInput): Promise<Fax | undefined> {
  const { data } = await client.faxes.send({ ...input, files: [{ name: 'a.txt', content: 'text' }] });
  return data[0];
}
export function pagesOf(event: WebhookEvent): number | null | undefined {
  return event.type === 'fax.delivered' ? event.data.pages : null;
}
export async function status(body: string, headers: Headers): Promise<string> {
  try {
    return (await verifyWebhook({ body, headers, secret: 'whsec_x' })).type;
  } catch (error) {
    return error instanceof ApiError ? error.code : 'unknown';
  }
}
// @ts-expect-error a type of event that does not exist
client.events.list({ type: 'fax.lost' });
`;

const PROGRAM = `
import { createFaxClient, verifyWebhook } from 'fax-to-email-sdk';
const client = createFaxClient({ key: process.argv[2], baseUrl: process.argv[3] });
const { owner } = await client.key.current();
const { data } = await client.events.types().page();
const wrong = await verifyWebhook({ headers: {}, body: '', secret: 'whsec_' }).catch((error) => error.name);
console.log(JSON.stringify({ owner, types: data.length > 0, wrong }));
`;

describe('the package of the SDK', () => {
  let folder: string;
  let test: ComposeRig;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'f2e-sdk-'));
    await run('npm', ['pack', '--pack-destination', folder], { cwd: SDK });
    const [tarball = ''] = await readdir(folder);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], {
      cwd: folder,
    });
    test = await startCompose();
  });
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is made from the contract as it is (npm run generate writes it)', async () => {
    const oxfmt = run(
      join(ROOT, 'node_modules/.bin/oxfmt'),
      ['--stdin-filepath', 'packages/sdk/src/api.ts'],
      {
        cwd: ROOT,
      },
    );
    oxfmt.child.stdin?.end(describeSdk());
    expect(await readFile(join(SDK, 'src/api.ts'), 'utf8')).toBe((await oxfmt).stdout);
  });

  it('holds what it needs and nothing else, and stays small', async () => {
    const installed = join(folder, 'node_modules/fax-to-email-sdk');
    expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', 'fax-to-email-sdk']);
    const files = (await readdir(join(installed, 'dist'))).filter((name) => name.endsWith('.js'));
    const code = await Promise.all(files.map(async (name) => await readFile(join(installed, 'dist', name))));
    expect(gzipSync(Buffer.concat(code)).length).toBeLessThanOrEqual(MAX_GZIP);
  });

  it('walks through the running product under each Node of this machine', async () => {
    const { key } = await startProgram(test, { kind: 'account', id: test.account.id });
    await writeFile(join(folder, 'walk.js'), PROGRAM);
    // The Node pinned by the project, and the one installed on the machine.
    for (const node of [process.execPath, await machinesNode()]) {
      const { stdout } = await run(node, ['walk.js', key, `http://127.0.0.1:${test.port}`], { cwd: folder });
      expect(JSON.parse(stdout)).toEqual({ owner: 'account', types: true, wrong: 'WebhookError' });
    }
  });

  it('sends a CSV file of faxes as the guide says; killed and started again, it sends nothing twice', async () => {
    const { key } = await startProgram(test, { kind: 'account', id: test.account.id }, { mode: 'test' });
    const lines = Array.from({ length: 100 }, (_, n) => `+1212555${1000 + n},Person ${n},letter.txt`);
    await writeFile(join(folder, 'faxes.csv'), `number,name,file\n${lines.join('\n')}\n`);
    await writeFile(join(folder, 'letter.txt'), 'Dear customer');
    await copyFile(join(ROOT, 'docs/api/send-from-csv/send.mjs'), join(folder, 'send.mjs'));
    const env = { ...process.env, F2E_API_KEY: key, F2E_URL: `http://127.0.0.1:${test.port}` };
    const program = spawn(process.execPath, ['send.mjs', 'faxes.csv'], { cwd: folder, env });
    // Partway through.
    await once(program.stdout, 'data');
    program.kill('SIGKILL');
    await once(program, 'close');
    const { stdout } = await run(process.execPath, ['send.mjs', 'faxes.csv'], { cwd: folder, env });
    const sent = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    expect(new Set(sent.map(([, , id]) => id)).size).toBe(100);
    const { rows } = await test.database.pool.query(
      'select count(*)::int as faxes, count(distinct client_ref)::int as refs from fax where is_test',
    );
    expect(rows).toEqual([{ faxes: 100, refs: 100 }]);
  });

  it('has types that a strict program compiles with', async () => {
    const typed = join(folder, 'typed');
    await mkdir(typed);
    await writeFile(join(typed, 'program.ts'), TYPED_PROGRAM);
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
    };
    await writeFile(join(typed, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', typed]);
    expect(stdout).toBe('');
  });
});

/** Returns the first `node` on the path that is not the project's own. */
async function machinesNode(): Promise<string> {
  const own = dirname(process.execPath);
  const path = (process.env['PATH'] ?? '').split(':').filter((entry) => entry !== own);
  const { stdout } = await run('which', ['node'], { env: { PATH: path.join(':') } });
  return stdout.trim();
}
