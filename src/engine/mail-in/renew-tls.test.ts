import { X509Certificate } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';
import { meetSmtp } from '#test/smtp-person.ts';

import { watchTlsPair } from './renew-tls.ts';
import { makeSelfSigned } from './self-signed.ts';
import type { TlsPair } from './self-signed.ts';
import { openSmtpListener } from './smtp-listener.ts';
import type { SmtpMailListener } from './smtp-listener.ts';
import { openSpool } from './spool.ts';
import { readTlsPair } from './tls-pair.ts';

const NAME = 'mx.fax.test';
const OK = { kind: 'ok', text: '2.0.0 Ok' } as const;

let folder: string;
let files: { cert: string; key: string };
let listener: SmtpMailListener;
let stopLooking: () => void;
let warned: unknown[];

/** Replaces files as certificate renewal programs do: each file is complete when it appears. */
const write = async (pair: Partial<TlsPair>): Promise<void> => {
  for (const name of ['cert', 'key'] as const) {
    if (pair[name] === undefined) continue;
    await writeFile(`${files[name]}.new`, pair[name]);
    await rename(`${files[name]}.new`, files[name]);
  }
};
const fingerprint = ({ cert }: TlsPair): string => new X509Certificate(cert).fingerprint256;

/** Returns the certificate that a newly encrypting client is shown. */
const shown = async (): Promise<string> => {
  const client = await meetSmtp(listener.port);
  const seen = await client.startTls();
  client.close();
  return seen;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-renew-'));
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  warned = [];
  await write(makeSelfSigned(NAME));
  const tls = await readTlsPair(files);
  listener = await openSmtpListener(
    {
      host: '127.0.0.1',
      port: 0,
      name: NAME,
      tls,
      fronts: [],
      maxRecipients: 10,
      maxBytes: 1_000_000,
      spool: await openSpool(join(folder, 'spool')),
      log: pino({ level: 'silent' }),
    },
    { login: async () => null, recipient: async () => OK, message: async () => OK },
  );
  const log = { info: () => undefined, warn: (about: unknown) => void warned.push(about) };
  stopLooking = watchTlsPair(files, tls, (renewed) => listener.useTls(renewed), { log, everyMs: 10 });
});
afterEach(async () => {
  stopLooking();
  await listener.close();
  await rm(folder, { recursive: true, force: true });
});

it('a renewed certificate is used without a restart; half of one changes nothing and is told once', async () => {
  const before = await shown();
  const renewed = makeSelfSigned(NAME);
  await write({ cert: renewed.cert });
  await until(
    async () => warned.length,
    (n) => n > 0,
  );
  expect(await shown()).toBe(before);
  await write({ key: renewed.key });
  await until(shown, (seen) => seen === fingerprint(renewed));
  expect(warned).toHaveLength(1);
});
