import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';

/** Mailboxes of customer.test; `full` has almost no space. */
export const MAILBOXES = { users: ['admin', 'sub1', 'sub2', 'full'], password: 'mail-rig' } as const;

/** Starts Dovecot, which stores mailboxes that tests read by IMAP. */
export async function startDovecot(
  folder: string,
  ports: { imapPort: number; lmtpPort: number },
): Promise<Daemon> {
  await mkdir(join(folder, 'run'), { recursive: true });
  await mkdir(join(folder, 'mail'), { recursive: true });
  execFileSync('chown', ['mail:mail', join(folder, 'mail')]);
  await openWay(folder);
  const users = MAILBOXES.users.map((user) => {
    const quota = user === 'full' ? 'userdb_quota_rule=*:storage=20k' : '';
    return `${user}@customer.test:{PLAIN}${MAILBOXES.password}::::::${quota}`;
  });
  await writeFile(join(folder, 'users'), `${users.join('\n')}\n`);
  const config = join(folder, 'dovecot.conf');
  await writeFile(config, configOf(folder, ports));
  return await startDaemon('/usr/sbin/dovecot', ['-F', '-c', config], ports.imapPort);
}

/** Lets the servers' own users enter the folder. */
export async function openWay(folder: string): Promise<void> {
  await chmod(join(folder, '..'), 0o755);
  await chmod(folder, 0o755);
}

function configOf(folder: string, { imapPort, lmtpPort }: { imapPort: number; lmtpPort: number }): string {
  return `base_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%u
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
auth_username_format = %Lu
quota_full_tempfail = no
lmtp_rcpt_check_quota = yes
mail_plugins = quota
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=50M
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${folder}/users
}
service imap-login {
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtpPort}
  }
}
`;
}
