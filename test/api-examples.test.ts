import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { apiCalls } from '#contract/v1/all-calls.ts';
import { EXAMPLE_ORIGIN } from '#contract/v1/document.ts';
import type { Operation } from '#contract/v1/document.ts';
import { describeApi } from '#server/features/gateways/public-api/reference/describe-api.ts';

import { exampleDocuments, expectedStatus, makeRunnable } from './api-example-objects.ts';
import type { RunnableExample } from './api-example-objects.ts';
import { startFaxesRig } from './api-faxes-rig.ts';
import type { FaxesRig } from './api-faxes-rig.ts';
import { samplePdf } from './e2e/sample-pdf.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');

const operations = Object.values(describeApi(() => '').paths).flatMap((methods) => Object.values(methods));
const names = operations.map(({ operationId }) => operationId);

/** Runs the reference's examples against the running product, each with its own objects. */
describe('the examples of the API reference', () => {
  let rig: FaxesRig;
  let origin: string;
  let folder: string;

  beforeAll(async () => {
    rig = await startFaxesRig(exampleDocuments());
    const { test } = rig;
    await test.sending.lineAdmin.addLine({ kind: 'simulator', name: 'examples', pattern: '*' });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    folder = await mkdtemp(join(tmpdir(), 'f2e-examples-'));
    await writeFile(join(folder, 'letter.pdf'), samplePdf('A letter'));
  });
  afterAll(async () => {
    await rig.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns the example for this product, with the ids of objects created for it. */
  async function example(operation: Operation, lang: string): Promise<RunnableExample> {
    const { source } = operation['x-codeSamples'].find((one) => one.lang === lang) ?? { source: '' };
    return await makeRunnable(rig, operation.operationId, source.replaceAll(EXAMPLE_ORIGIN, origin));
  }

  it('there is one for every call', () => {
    expect(names.toSorted()).toEqual(Object.keys(apiCalls).toSorted());
  });

  it.each(operations.map((one) => [one.operationId, one] as const))('%s by curl', async (_, operation) => {
    const { source, key } = await example(operation, 'Shell');
    // Prints the status after the response; the example itself stays unchanged.
    const script = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n${source}\n`;
    const { stdout } = await run('sh', ['-euc', script], {
      cwd: folder,
      env: { ...process.env, F2E_API_KEY: key },
    });
    const lines = stdout.split('\n');
    expect([Number(lines.at(-1)), stdout]).toEqual([expectedStatus(operation), stdout]);
  });

  it('in TypeScript: all compile, and answer as they should', async () => {
    const place = join(folder, 'typescript');
    await mkdir(place);
    await writeFile(join(place, 'letter.pdf'), samplePdf('A letter'));
    const keys: Record<string, string> = {};
    for (const operation of operations) {
      const { source, key } = await example(operation, 'TypeScript');
      keys[operation.operationId] = key;
      await writeFile(join(place, `${operation.operationId}.ts`), `${source}\nexport {};\n`);
    }
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
      include: ['.'],
    };
    await writeFile(join(place, 'package.json'), '{"type":"module"}');
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify(config));
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', place]);
    const { stdout } = await run(
      process.execPath,
      ['--input-type=module', '-e', RUNNER, JSON.stringify(keys)],
      { cwd: place },
    );
    const statuses = JSON.parse(stdout.split('\n').at(-1) ?? '') as Record<string, number>;
    expect(statuses).toEqual(
      Object.fromEntries(operations.map((one) => [one.operationId, expectedStatus(one)])),
    );
  });
});

/** Runs the examples one by one and records the statuses of their responses. */
const RUNNER = `
const statuses = {};
const real = fetch;
let name = '';
globalThis.fetch = async (...call) => {
  const answer = await real(...call);
  statuses[name] = answer.status;
  return answer;
};
const keys = JSON.parse(process.argv[1]);
for (name of Object.keys(keys)) {
  process.env.F2E_API_KEY = keys[name];
  const file = new URL(name + '.ts', 'file://' + process.cwd() + '/');
  await import(file).catch((error) => console.log(name, error));
}
process.stdout.write('\\n' + JSON.stringify(statuses));
`;
