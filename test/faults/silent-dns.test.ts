import { createSocket } from 'node:dgram';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';
import { mailSource, meetSmtp } from '#test/smtp-person.ts';
import { startProduct } from '#test/start-product.ts';
import { createTestDatabase } from '#test/test-database.ts';

const LOOK_UPS = 12;
const LIMIT_MS = 10_000;

it('[F-ops-06] with twelve look-ups that no name server answers, SIGTERM ends the product within ten seconds', async () => {
  const silent = createSocket('udp4');
  const asked = new Set<string>();
  silent.on('message', (question) => asked.add(/host-\d+/u.exec(question.toString('latin1'))?.[0] ?? ''));
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const database = await createTestDatabase({ max: 3 });
  const dataDir = await mkdtemp(join(tmpdir(), 'f2e-silent-dns-'));
  const product = await startProduct({
    dataDir,
    env: {
      F2E_DATABASE_URL: database.url,
      F2E_MAIL_REQUIRE_AUTH: '1',
      F2E_DNS: `127.0.0.1:${silent.address().port}`,
    },
  });
  const clients = [];
  for (let n = 0; n < LOOK_UPS; n += 1) {
    const client = await meetSmtp(product.smtpPort);
    const from = `a@host-${n}.example`;
    void client.mail({ from, to: ['2125550100@localhost'], source: mailSource({ from }) });
    clients.push(client);
  }
  // Six are processed at a time.
  await until(
    async () => asked.size,
    (count) => count >= 6,
  );
  const began = Date.now();
  await product.stop();
  expect(Date.now() - began).toBeLessThan(LIMIT_MS);
  for (const client of clients) client.close();
  silent.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
