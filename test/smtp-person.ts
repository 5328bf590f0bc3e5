import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Options of a client's connection. */
export interface MeetOptions {
  localAddress?: string;
  /** False: sends nothing after the greeting. */
  ehlo?: boolean;
  host?: string;
}

/** A mail client that a test controls step by step, over a real socket. */
export class SmtpPerson {
  greeting = '';
  #socket: Socket;
  #lines: string[] = [];
  #rest = '';
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  /** Sends a line and returns the whole response. */
  async say(line: string): Promise<string> {
    this.raw(`${line}\r\n`);
    return await this.hear();
  }

  /** Sends bytes unchanged, without waiting. */
  raw(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** Sends bytes unchanged, and waits until the system has accepted them. */
  async sendRaw(bytes: Buffer): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Returns the next response; empty if the server hung up. */
  async hear(): Promise<string> {
    for (;;) {
      const end = this.#lines.findIndex((line) => /^\d{3} /u.test(line));
      if (end !== -1) return this.#lines.splice(0, end + 1).join('\n');
      if (this.#ended) return '';
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Starts TLS, and returns the fingerprint of the server's certificate. */
  async startTls(): Promise<string> {
    await this.say('STARTTLS');
    this.#socket.removeAllListeners();
    this.#lines = [];
    const secure = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    await new Promise((resolve) => secure.once('secureConnect', resolve));
    this.#socket = secure;
    const shown = secure.getPeerX509Certificate()?.fingerprint256 ?? '';
    this.#listen();
    await this.say('EHLO client.customer.test');
    return shown;
  }

  /** Sends a whole mail; returns the response to its end, or to the first refused command. */
  async mail(mail: { from: string; to: readonly string[]; source: string | Buffer }): Promise<string> {
    const commands = [
      `MAIL FROM:<${mail.from}>`,
      ...mail.to.map((address) => `RCPT TO:<${address}>`),
      'DATA',
    ];
    for (const line of commands) {
      const said = await this.say(line);
      if (!/^[23]/u.test(said)) return said;
    }
    this.raw(typeof mail.source === 'string' ? mail.source.replaceAll(/^\./gmu, '..') : mail.source);
    return await this.say('\r\n.');
  }

  close(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      const all = (this.#rest + chunk.toString('latin1')).split('\r\n');
      this.#rest = all.pop() ?? '';
      this.#lines.push(...all);
      this.#wake?.();
    });
    for (const event of ['close', 'error'] as const)
      this.#socket.on(event, () => {
        this.#ended = true;
        this.#wake?.();
      });
  }
}

/** Connects, reads the greeting, and sends EHLO. */
export async function meetSmtp(port: number, options: MeetOptions = {}): Promise<SmtpPerson> {
  const { localAddress, host = '127.0.0.1' } = options;
  const person = new SmtpPerson(connect({ host, port, ...(localAddress && { localAddress }) }));
  person.greeting = await person.hear();
  if (options.ehlo !== false && person.greeting.startsWith('220'))
    await person.say('EHLO client.customer.test');
  return person;
}

/** Returns the source of a mail; `files` become base64 attachments. */
export function mailSource(mail: {
  from: string;
  to?: string;
  subject?: string;
  text?: string;
  headers?: readonly string[];
  messageId?: string;
  files?: readonly { name: string; type?: string; bytes: Buffer | string }[];
}): string {
  const head = [
    `From: ${mail.from}`,
    `To: ${mail.to ?? '3105550111@localhost'}`,
    `Subject: ${mail.subject ?? 'Offer'}`,
    `Message-ID: <${mail.messageId ?? `${Math.random()}@customer.test`}>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...(mail.headers ?? []),
  ];
  const text = mail.text ?? 'Please see the offer.';
  if (!mail.files?.length) return [...head, 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n');
  const parts = mail.files.map(({ name, type, bytes }) =>
    [
      `Content-Type: ${type ?? 'application/octet-stream'}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      (
        Buffer.from(bytes)
          .toString('base64')
          .match(/.{1,76}/gu) ?? []
      ).join('\r\n'),
    ].join('\r\n'),
  );
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary="cut"',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    ...parts.flatMap((part) => ['--cut', part]),
    '--cut--',
  ].join('\r\n');
}
