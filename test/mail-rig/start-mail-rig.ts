import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ImapFlow } from 'imapflow';

import { freePorts } from '../free-ports.ts';
import { MAILBOXES, startDovecot } from './dovecot.ts';
import type { Daemon } from './daemon.ts';
import { FRONT, startPostfix } from './postfix.ts';
import { startUnbound } from './unbound.ts';

export { whyNoMailRig } from './daemon.ts';

/** A mail in a mailbox. */
export interface DeliveredMail {
  uid: number;
  source: Buffer;
}

/**
 * Real mail servers on this machine: Postfix receives mail for `customer.test` (with its limits), Dovecot stores the
 * mailboxes, unbound answers for `*.test`. Mail for `fax.test` goes to the product's own listener.
 */
export interface MailServers {
  smtpPort: number;
  /** The resolver as host:port, for F2E_DNS. */
  dns: string;
  /** The port to which Postfix sends mail for fax.test; a test starts its listener there. */
  faxPort: number;
  /** The value of F2E_MAIL_FRONTS: the address from which Postfix forwards mail. */
  front: string;
  /** Adds records to the name server, in zone file format. */
  publish(records: readonly string[]): Promise<void>;
  /** Returns the mails in a mailbox of customer.test (admin, sub1, sub2, full). */
  inbox(user: string): Promise<DeliveredMail[]>;
  stop(): Promise<void>;
}

/** Starts the servers in about two seconds. Needs root and the packages: check whyNoMailRig first. */
export async function startMailServers(): Promise<MailServers> {
  // Under /var/tmp: Postfix refuses log files elsewhere, and its own user must be able to enter.
  const folder = await mkdtemp('/var/tmp/f2e-mail-rig-');
  const ports = await freePorts('smtpPort', 'imapPort', 'lmtpPort', 'dnsPort', 'faxPort');
  const { smtpPort, dnsPort, faxPort } = ports;
  const daemons: Daemon[] = [];
  const stop = async () => {
    for (const daemon of daemons.toReversed()) await daemon.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const unbound = await startUnbound(join(folder, 'dns'), dnsPort);
    daemons.push(unbound);
    daemons.push(await startDovecot(join(folder, 'dovecot'), ports));
    daemons.push(await startPostfix(join(folder, 'postfix'), ports));
    return {
      smtpPort,
      dns: `127.0.0.1:${dnsPort}`,
      faxPort,
      front: FRONT,
      publish: async (records) => await unbound.publish(records),
      inbox: async (user) => await readInbox(ports.imapPort, user),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readInbox(port: number, user: string): Promise<DeliveredMail[]> {
  const imap = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    auth: { user: `${user}@customer.test`, pass: MAILBOXES.password },
    logger: false,
  });
  await imap.connect();
  try {
    const { exists } = await imap.mailboxOpen('INBOX');
    const mails: DeliveredMail[] = [];
    if (exists === 0) return mails;
    for await (const { uid, source } of imap.fetch('1:*', { uid: true, source: true })) {
      if (source) mails.push({ uid, source });
    }
    return mails;
  } finally {
    await imap.logout();
  }
}
