import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';

import { pairsOf, trust } from '#test/tls-pairs.ts';
import { startTlsRelay } from '#test/tls-relay.ts';
import { openSmtpOut } from '#engine/mail/smtp-out.ts';
import { readSmtpUrl } from '#engine/mail/smtp-url.ts';
import { judgeCertificate } from '#engine/mail-in/port.ts';
import { watchTlsPair } from '#engine/mail-in/renew-tls.ts';
import { openSmtpListener } from '#engine/mail-in/smtp-listener.ts';
import { openSpool } from '#engine/mail-in/spool.ts';
import { readTlsPair } from '#engine/mail-in/tls-pair.ts';
import { checkCertificate } from '#operator/doctor-places.ts';
import type { Installation } from '#operator/installation.ts';
import { createMetrics } from '#server/features/operations/health/metrics.ts';
import { readWarnings } from '#server/features/operations/health/warnings.ts';
import { startMailOut } from '#test/mail-out-rig.ts';
import type { MailOutRig } from '#test/mail-out-rig.ts';
import { until } from '#test/sending-rig.ts';

let rig: MailOutRig;
let folder: string;
beforeAll(async () => {
  rig = await startMailOut();
  folder = await mkdtemp(join(tmpdir(), 'f2e-certificates-'));
});
afterAll(async () => {
  await rig.stop();
  await rm(folder, { recursive: true, force: true });
});

const OK = { kind: 'ok', text: '2.0.0 Ok' } as const;
const pairs = pairsOf('localhost');

it('[F-ops-05] an expired certificate, or one that begins in the future, is seen in health and doctor; mails wait and then leave', async () => {
  // The listener for incoming mail.
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const write = async (pair: { cert: string; key: string }): Promise<void> => {
    await writeFile(files.cert, pair.cert);
    await writeFile(files.key, pair.key);
  };
  await write(pairs.good);
  const tls = await readTlsPair(files);
  const listener = await openSmtpListener(
    {
      host: '127.0.0.1',
      port: 0,
      name: 'localhost',
      tls,
      fronts: [],
      maxRecipients: 10,
      maxBytes: 1_000_000,
      spool: await openSpool(join(folder, 'spool')),
      log: pino({ level: 'silent' }),
    },
    { login: async () => null, recipient: async () => OK, message: async () => OK },
  );
  const complaints: string[] = [];
  const log = {
    info: () => undefined,
    warn: (about: unknown) => void complaints.push(JSON.stringify(about)),
  };
  const stopLooking = watchTlsPair(files, tls, (next) => listener.useTls(next), { log, everyMs: 10 });
  const { db } = rig.database;
  const transport = { kind: 'smtp', place: 'localhost:25' } as const;
  const warnings = async () => await readWarnings({ db, mail: { transport }, mailIn: listener });
  const doctor = async () =>
    await checkCertificate({ config: { mailListen: {}, mailTls: files } } as unknown as Installation);
  const days = async (): Promise<number> => {
    const metrics = createMetrics({
      database: rig.database,
      places: { dataDir: folder, mailCert: files.cert },
    });
    return Number(/f2e_cert_expiry_seconds (-?[\d.e+]+)/u.exec(await metrics.text())?.[1]) / 86_400;
  };
  expect([await warnings(), (await doctor()).ok]).toEqual([[], true]);
  for (const [bad, logged, said, told] of [
    [
      pairs.notYet,
      'it begins at',
      'The certificate of incoming mail is not valid yet.',
      'is not valid before',
    ],
    [pairs.expired, 'it expired at', 'The certificate of incoming mail has expired.', 'ended on'],
  ] as const) {
    await write(bad);
    // A bad renewal: the certificate in use stays, and a warning is logged. A check between the two writes finds no
    // valid pair, which is logged as well.
    await until(
      async () => complaints.filter((complaint) => complaint.includes(logged)),
      ({ length }) => length === 1,
    );
    expect(listener.certificate()).toBe('good');
    expect(await doctor()).toMatchObject({ ok: false, message: expect.stringContaining(told) as string });
    expect(await days()).toBeLessThan(0);
    // Started with it: mail is still accepted, and health reports the fault.
    listener.useTls(await readTlsPair(files));
    expect(await warnings()).toEqual([said]);
    expect(listener.check()).toEqual({ ok: true });
    listener.useTls(pairs.good);
  }
  stopLooking();
  await listener.close();

  // The relay for outgoing mail.
  const distrust = trust(Object.values(pairs));
  const relay = await startTlsRelay(pairs.notYet);
  const out = openSmtpOut({ ...readSmtpUrl('smtp://relay.example'), host: 'localhost', port: relay.port });
  rig.relay = out;
  const id = await rig.queued(rig.newMail());
  for (const bad of [pairs.notYet, pairs.expired]) {
    relay.show(bad);
    await expect(rig.delivery.deliver(id)).rejects.toThrow('encryption');
    expect(await rig.rows()).toMatchObject([{ state: 'queued' }]);
    expect(await warnings()).toEqual([expect.stringContaining('Mails wait')]);
  }
  relay.show(pairs.good);
  await rig.delivery.deliver(id);
  expect([await rig.rows(), await warnings()]).toMatchObject([[{ state: 'sent' }], []]);
  expect(relay.mails).toMatchObject([{ secure: true }]);
  await out.close();
  await relay.stop();
  distrust();
});

it('one that we made ourselves is made anew when its days are wrong', async () => {
  const own = join(folder, 'own.pem');
  await writeFile(own, pairs.notYet.key + pairs.notYet.cert);
  const { cert } = await readTlsPair({ own, name: 'localhost' });
  expect(judgeCertificate(cert).state).toBe('good');
});
