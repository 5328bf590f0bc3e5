import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';
import { MAILBOXES, openWay } from './dovecot.ts';

const run = promisify(execFile);

/** Smaller than our largest mails, so that tests reach the limit. */
const MESSAGE_LIMIT = 5_000_000;

/** The address from which Postfix forwards mail: the product's front server, which is in no SPF record. */
export const FRONT = '127.0.0.8';

/** Starts the mail server of customer.test, which is also a relay for this machine. */
export async function startPostfix(
  folder: string,
  ports: { smtpPort: number; lmtpPort: number; faxPort: number },
): Promise<Daemon> {
  for (const name of ['etc', 'queue', 'data']) await mkdir(join(folder, name), { recursive: true });
  await run('chown', ['postfix', join(folder, 'data')]);
  await openWay(folder);
  await makeCertificate(join(folder, 'cert.pem'), join(folder, 'key.pem'));
  const etc = join(folder, 'etc');
  await writeFile(join(etc, 'main.cf'), `${await asDocumented(ports.faxPort)}\n${mainOf(folder, ports)}`);
  await writeFile(join(etc, 'master.cf'), await masterOf(ports.smtpPort));
  const daemon = await startDaemon('/usr/sbin/postfix', ['-c', etc, 'start-fg'], ports.smtpPort);
  return {
    stop: async () => {
      // The master process of start-fg ends its own children.
      await run('/usr/sbin/postfix', ['-c', etc, 'stop']).catch(() => undefined);
      await daemon.stop();
    },
  };
}

async function makeCertificate(certificate: string, key: string): Promise<void> {
  const names = 'subjectAltName=DNS:mx.customer.test,DNS:localhost,IP:127.0.0.1';
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=mx.customer.test',
  ];
  await run('openssl', [...request, '-addext', names, '-keyout', key, '-out', certificate]);
}

/** Returns the configuration that docs/mail.md shows operators, for our domain and port: it must work literally. */
async function asDocumented(faxPort: number): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '../../docs/mail.md'), 'utf8');
  const [, lines] = /```\n(relay_domains[^`]*)```/u.exec(page) ?? [];
  if (!lines) throw new Error('docs/mail.md shows no configuration of Postfix');
  return lines
    .replaceAll('fax.example.com', 'fax.test')
    .replaceAll('fax\\.example\\.com', 'fax\\.test')
    .replaceAll(':2525', `:${faxPort}`)
    .replace(/^message_size_limit.*$/mu, '');
}

function mainOf(folder: string, { lmtpPort }: { lmtpPort: number }): string {
  const boxes = MAILBOXES.users.map((user) => `{${user}@customer.test=1}`).join(', ');
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = /var
myhostname = mx.customer.test
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtp_bind_address = ${FRONT}
virtual_mailbox_domains = customer.test
virtual_mailbox_maps = inline:{ ${boxes} }
virtual_transport = lmtp:inet:127.0.0.1:${lmtpPort}
message_size_limit = ${MESSAGE_LIMIT}
mailbox_size_limit = 0
virtual_mailbox_limit = 0
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${folder}/cert.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_recipient_restrictions = permit_mynetworks, reject_unauth_destination
minimal_backoff_time = 1s
queue_run_delay = 1s
bounce_queue_lifetime = 1h
`;
}

/** Returns the distribution's services without their chroot, on our port. */
async function masterOf(smtpPort: number): Promise<string> {
  const proto = await readFile('/etc/postfix/master.cf.proto', 'utf8');
  return proto
    .replace(/^smtp(\s+)inet/m, `127.0.0.1:${smtpPort}$1inet`)
    .replaceAll(/^(\S+\s+(?:inet|unix|unix-dgram|fifo)\s+\S+\s+\S+\s+)y(\s)/gm, '$1n$2');
}
