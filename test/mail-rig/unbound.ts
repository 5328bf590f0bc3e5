import { Resolver } from 'node:dns/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';

/** The domains in these tests: a customer's, and an impostor's. */
const RECORDS = [
  'customer.test. IN MX 10 mx.customer.test.',
  'mx.customer.test. IN A 127.0.0.1',
  'customer.test. IN TXT "v=spf1 ip4:127.0.0.1 -all"',
  '_dmarc.customer.test. IN TXT "v=DMARC1; p=reject; adkim=s; aspf=s"',
  'evil.test. IN TXT "v=spf1 ip4:127.0.0.1 -all"',
  'evil.test. IN MX 10 mx.customer.test.',
  'nospf.test. IN MX 10 mx.customer.test.',
];

/** Starts a real name server for `.test` on this machine. */
export async function startUnbound(
  folder: string,
  port: number,
): Promise<Daemon & { publish(records: readonly string[]): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const zone = join(folder, 'records.conf');
  const published: string[] = [...RECORDS];
  let serial = 0;
  const write = async () => {
    serial += 1;
    const lines = [...published, `serial.test. IN TXT "${serial}"`].map(
      (record) => `local-data: '${record}'`,
    );
    await writeFile(zone, `${lines.join('\n')}\n`);
  };
  await write();
  await writeFile(join(folder, 'unbound.conf'), configOf(folder, port));
  const daemon = await startDaemon('/usr/sbin/unbound', ['-d', '-c', join(folder, 'unbound.conf')], port);
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return {
    stop: async () => await daemon.stop(),
    publish: async (records) => {
      published.push(...records);
      await write();
      process.kill(daemon.pid, 'SIGHUP');
      for (;;) {
        const seen = await resolver.resolveTxt('serial.test').catch(() => []);
        if (seen.flat().includes(String(serial))) return;
        await pause(20);
      }
    },
  };
}

function configOf(folder: string, port: number): string {
  return `server:
  directory: "${folder}"
  username: ""
  chroot: ""
  pidfile: "${folder}/unbound.pid"
  interface: 127.0.0.1@${port}
  do-daemonize: no
  use-syslog: no
  logfile: "${folder}/unbound.log"
  module-config: "iterator"
  do-not-query-localhost: no
  local-zone: "test." static
  include: "${folder}/records.conf"
remote-control:
  control-enable: no
`;
}
