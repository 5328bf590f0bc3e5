import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail in the file outbox, as a person reads it. */
export interface ReadMail {
  template: string;
  to: string;
  from: string;
  subject: string;
  messageId: string;
  /** The plain text, decoded. */
  text: string;
  /** The first address in the text. */
  link: string;
  source: string;
}

/** Returns the mails under a data folder, oldest first. */
export async function readMails(dataDir: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const sources = names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map(async (name) => await readFile(join(folder, name), 'utf8'));
  return (await Promise.all(sources)).map(parse);
}

/** Returns the last mail of one of the templates to an address. Throws if there is none. */
export async function lastMail(
  dataDir: string,
  template: string | readonly string[],
  to: string,
): Promise<ReadMail> {
  const wanted = [template].flat();
  const found = (await readMails(dataDir)).findLast(
    (mail) => wanted.includes(mail.template) && mail.to === to,
  );
  if (!found) throw new Error(`no mail ${wanted.join(', ')} went to ${to}`);
  return found;
}

function parse(source: string): ReadMail {
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)\\r$`, 'imu').exec(source)?.[1] ?? '';
  const text = plainText(source);
  return {
    template: header('X-F2E-Template'),
    to: header('X-Envelope-To'),
    from: header('From'),
    subject: header('Subject').replaceAll(/\r\n\s/gu, ' '),
    messageId: header('Message-ID'),
    text,
    link: /https?:\/\/\S+/u.exec(text)?.[0] ?? '',
    source,
  };
}

function plainText(source: string): string {
  const part = source.slice(source.indexOf('Content-Type: text/plain'));
  const at = part.indexOf('\r\n\r\n');
  // The whole boundary: a line of the text may begin with two hyphens, as the key in a link can.
  const [, boundary = ''] = /boundary="?([^";\r\n]+)/u.exec(source) ?? [];
  const [head, body] = [part.slice(0, at), part.slice(at + 4).split(`\r\n--${boundary}`, 1)[0] ?? ''];
  if (/quoted-printable/iu.test(head)) {
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }
  return /base64/iu.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body;
}
