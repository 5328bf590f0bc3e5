import { expect, it } from 'vitest';

import { startSmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';
import { startOperator } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

let rig: OperatorRig;
startOperator((made) => (rig = made));

/** An address where nothing answers. */
const SILENT = { F2E_DNS: '127.0.0.1:1' };

it('mail dns prints the records of every sending domain, the same each time, also when they cannot be checked', async () => {
  await rig.json([
    'brand',
    'add',
    'Harbor',
    '--domain',
    'harbor.example',
    '--send-domain',
    'fax.harbor.example',
  ]);
  const ask = async (...more: string[]) => {
    const { stdout, status } = await rig.run(['mail', 'dns', '--json', ...more], {
      env: { ...SILENT, F2E_MAIL_FROM: 'no-reply@mail.example' },
    });
    expect(status).toBe(1);
    return (JSON.parse(stdout) as { records: Record<string, string>[] }).records;
  };
  const records = await ask();
  expect(records.map(({ purpose, name, state }) => [purpose, name, state])).toEqual([
    ['dkim', expect.stringMatching(/^f2e-[0-9a-f]{8}\._domainkey\.mail\.example$/u), 'unknown'],
    ['spf', 'mail.example', 'unknown'],
    ['dmarc', '_dmarc.mail.example', 'unknown'],
    ['mx', 'mail.example', 'unknown'],
    ['dkim', expect.stringMatching(/^f2e-[0-9a-f]{8}\._domainkey\.fax\.harbor\.example$/u), 'unknown'],
    ['spf', 'fax.harbor.example', 'unknown'],
    ['dmarc', '_dmarc.fax.harbor.example', 'unknown'],
    ['mx', 'fax.harbor.example', 'unknown'],
  ]);
  expect(await ask('--domain', 'mail.example')).toEqual(records.slice(0, 4));
  const stored = await rig.database.pool.query<{ private_key: string }>(
    'select private_key from mail_domain_key',
  );
  expect(JSON.stringify(stored.rows)).not.toContain('PRIVATE KEY');
});

it('a domain that can have no records is refused', async () => {
  expect(await rig.failure(['mail', 'dns', '--domain', 'a b'], 1)).toBe('“a b” is no domain.\n');
  expect(await rig.failure(['mail', 'dns', '--domain', 'localhost'], 1)).toContain('can have no records');
});

it('doctor says how mails leave, and that they wait for too long', async () => {
  expect(await mailCheck({})).toMatchObject({
    ok: true,
    message: expect.stringMatching(/^Mails are not sent: they are put into .*mail\.$/u) as string,
  });
  expect(await mailCheck({ F2E_SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject({ ok: false });
});

it('[A-MAILOUT-02] doctor says that mails wait for TLS, and what the relay answered', async () => {
  const sink = await startSmtpSink();
  await rig.database.pool.query(
    `insert into mail_out (brand_id, to_address, template, language, payload, message_id, tries, last_reason, created_at)
     values (1, 'a@example.com', 'new-fax', 'en', '', 'held@fax.example', 3, 'encryption: no STARTTLS', now() - interval '3 hours')`,
  );
  const found = await mailCheck({ F2E_SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
  await sink.stop();
  await rig.database.pool.query(`delete from mail_out where message_id = 'held@fax.example'`);
  expect(found).toMatchObject({ ok: false, message: '1 mails wait for TLS, one of them for 3 hours.' });
  expect(found?.remedy).toContain('encryption: no STARTTLS');
});

it('doctor names what F2E_SMTP_URL gives up, and what to set where encryption fails', async () => {
  const sink = await startSmtpSink();
  // Leads to this machine, but the setting does not show that.
  const relay = `smtp://0.0.0.0:${sink.port}`;
  expect(await mailCheck({ F2E_SMTP_URL: `${relay}?tls=offered` })).toMatchObject({
    ok: false,
    message: expect.stringContaining('unencrypted where it offers no TLS') as string,
  });
  expect(await mailCheck({ F2E_SMTP_URL: relay })).toMatchObject({
    ok: false,
    remedy: expect.stringContaining('?tls=unverified at the end of F2E_SMTP_URL') as string,
  });
  await sink.stop();
});

async function mailCheck(env: Record<string, string>) {
  const { stdout } = await rig.run(['doctor', '--json'], { env });
  const { checks } = JSON.parse(stdout) as {
    checks: { name: string; ok: boolean; message: string; remedy?: string }[];
  };
  return checks.find(({ name }) => name === 'outgoing mail');
}
