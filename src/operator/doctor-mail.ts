import { openMailOut } from '#engine/mail/choose.ts';
import type { MailTransport, MailTrouble } from '#engine/mail/port.ts';
import {
  checkRecords,
  dnsLookUp,
  recordsFor,
} from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import { hostOf } from '#server/composition/email-to-fax.ts';

import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';
import { readMailState } from './operator.store.ts';
import type { MailState } from './operator.store.ts';

/** Maximum wait: a relay may be restarted, and some receivers delay mails on purpose. */
const MOST_WAITING_SECONDS = 3_600;

/** Checks whether mails are sent, and how: a folder is only for trying out the product, and is reported. */
export async function checkMailOut({ config, database }: Installation): Promise<Finding> {
  const mail = openMailOut(config.smtpUrl, config.dataDir);
  try {
    const { kind, place, weak } = mail.transport;
    const health = await mail.check();
    if (!health.ok)
      return { ok: false, message: `${health.reason}.`, remedy: remedyFor(health.trouble, place) };
    if (kind === 'file')
      return {
        ok: true,
        message: `Mails are not sent: they are put into ${place}.`,
        remedy: 'Set F2E_SMTP_URL to your mail server to send them.',
      };
    return judge(place, weak, await readMailState((await database()).db));
  } finally {
    await mail.close();
  }
}

/**
 * Checks whether other mail servers can verify mails from our domains; there is nothing to look up if no mail is sent.
 */
export async function checkMailDns({ config, mail }: Installation): Promise<Finding> {
  if (config.smtpUrl.startsWith('file:'))
    return { ok: true, message: 'Mails are not sent, so their domains need no records.' };
  const { domains } = await mail();
  const wrong: string[] = [];
  for (const name of await domains.sendDomains()) {
    const key = await domains.keyOf(name);
    const records = key ? recordsFor(key, hostOf(config.publicOrigin)) : [];
    for (const record of await checkRecords(records, dnsLookUp(config.dns))) {
      if (record.state !== 'ok') wrong.push(`${record.purpose.toUpperCase()} of ${name} (${record.state})`);
    }
  }
  return wrong.length === 0
    ? { ok: true, message: 'Every domain that mails come from has its records.' }
    : {
        ok: false,
        message: `Mails may be taken for spam: ${wrong.join(', ')}.`,
        remedy: 'See “f2e mail dns” for what to enter at your DNS provider.',
      };
}

/**
 * Returns the remedy. A relay without the required encryption loses no mail: mails wait until the operator has decided.
 */
function remedyFor(trouble: MailTrouble | undefined, place: string): string {
  if (trouble !== 'encryption') return 'Correct F2E_SMTP_URL.';
  return `Mails wait until ${place} offers TLS with a certificate that is valid for this name today. If it cannot: ?tls=unverified at the end of F2E_SMTP_URL takes any certificate, ?tls=offered also sends unencrypted. Then restart.`;
}

/** The protection that the operator chose to give up; reported for as long as that is so. */
const WEAK = {
  unencrypted: 'unencrypted where it offers no TLS: anybody on the way can read faxes',
  unverified: 'without checking its certificate: faxes could be read in transit',
} as const;

function judge(
  place: string,
  weak: MailTransport['weak'],
  { waiting, oldestSeconds, reason, suspended }: MailState,
): Finding {
  if (oldestSeconds > MOST_WAITING_SECONDS)
    return {
      ok: false,
      message: `${waiting} mails wait${reason.startsWith('encryption:') ? ' for TLS' : ''}, one of them for ${Math.round(oldestSeconds / 3_600)} hours.`,
      remedy: `Look at what ${place} answers: ${reason || 'the mails were not even tried; does the product run?'}`,
    };
  if (weak)
    return {
      ok: false,
      message: `Mails are sent through ${place} ${WEAK[weak]}; ${waiting} wait.`,
      remedy: 'Give the mail server a valid certificate and take ?tls= out of F2E_SMTP_URL.',
    };
  return {
    ok: true,
    message: `Mails are sent through ${place}; ${waiting} wait.`,
    ...(suspended > 0 && {
      remedy: `${suspended} addresses get no mails because they came back; their owners are told.`,
    }),
  };
}
