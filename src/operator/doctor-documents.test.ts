import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { DocumentEngineStatus } from '#engine/documents/port.ts';

import { checkConverters, checkSandbox } from './doctor-documents.ts';
import type { Installation } from './installation.ts';

type Sandbox = DocumentEngineStatus['sandbox'];

/** The converters that the running product reports at /readyz; null: another program listens there. */
let said: object | null;
let port: number;
const service = createServer((request, response) => {
  response.writeHead(request.url === '/readyz' ? 503 : 404, { 'content-type': 'application/json' });
  response.end(said === null ? '<html>' : JSON.stringify({ status: 'not ready', converters: said }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  ({ port } = service.address() as AddressInfo);
});
afterAll(async () => await new Promise((resolve) => service.close(resolve)));

/** An installation whose command finds these converters, and whose product listens on every address. */
function installation(sandbox: Sandbox, missing: string[] = [], risk = false): Installation {
  const types = ['doc', 'ps'].map((extension) => ({ extension, ok: !missing.includes(extension) }));
  return {
    config: { listen: { host: '0.0.0.0', port }, untrustedDocuments: risk ? 'accept-risk' : 'sandbox' },
    documents: async () => ({ status: async () => ({ sandbox, types }) }),
  } as unknown as Installation;
}

it.each<[Sandbox, Sandbox | 'unknown', boolean, string]>([
  ['ok', 'ok', true, 'Documents are converted in a sandbox.'],
  ['ok', 'unknown', true, 'Documents are converted in a sandbox.'],
  [
    'ok',
    'unavailable',
    false,
    'The running service cannot convert documents in a sandbox; this command could.',
  ],
  ['unavailable', 'ok', true, 'The running service converts documents in a sandbox; this command could not.'],
  ['unavailable', 'unavailable', false, 'Documents cannot be converted in a sandbox.'],
])('the command finds the sandbox %s and the running service %s', async (here, running, ok, message) => {
  said = { sandbox: running, unavailable: [] };
  expect(await checkSandbox(installation(here))).toMatchObject({ ok, message });
  expect((await checkSandbox(installation(here, [], true))).ok).toBe(true);
});

it('where somebody else listens, the command speaks for itself', async () => {
  said = null;
  expect(await checkSandbox(installation('ok'))).toMatchObject({ ok: true });
  expect(await checkConverters(installation('ok', ['ps']))).toMatchObject({
    ok: false,
    message: 'These cannot be converted: ps.',
  });
});

it('a program that the service does not see is told', async () => {
  said = { sandbox: 'ok', unavailable: ['doc', 'ps'] };
  expect(await checkConverters(installation('ok', ['ps']))).toMatchObject({
    ok: false,
    message: 'The running service cannot convert doc; this command could.',
  });
});
