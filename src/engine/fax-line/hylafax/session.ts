import { Connection, HylafaxError, openSocket, refused } from './connection.ts';
import type { Reply } from './connection.ts';
import type { HylafaxSettings } from './settings.ts';

/** Size limit of a queue listing in bytes; a server with a hundred thousand faxes has other problems. */
const MAX_LISTING_BYTES = 32 * 1024 * 1024;

/** A transfer without progress for this long is dead. */
const TRANSFER_MS = 30_000;

/** A logged-in control connection with the commands that a line needs (hfaxd(8)). */
export class Session {
  readonly #connection: Connection;
  readonly #host: string;
  #type = '';

  /** Logs in; `admin` also opens the queues that belong to the server. Throws HylafaxError. */
  static async open(settings: HylafaxSettings, admin = false): Promise<Session> {
    const connection = await Connection.open(settings.host, settings.port);
    try {
      const asked = await connection.must(`USER ${settings.user}`);
      if (asked.code === 331) await connection.must(`PASS ${settings.password}`);
      if (admin) await connection.must(`ADMIN ${settings.adminPassword}`);
      await connection.must('TZONE GMT');
    } catch (error) {
      connection.close();
      throw error;
    }
    return new Session(connection, settings.host);
  }

  constructor(connection: Connection, host: string) {
    this.#connection = connection;
    this.#host = host;
  }

  get usable(): boolean {
    return this.#connection.usable;
  }

  async must(command: string): Promise<Reply> {
    return await this.#connection.must(command);
  }

  async send(command: string): Promise<Reply> {
    return await this.#connection.send(command);
  }

  /**
   * Sends commands one after another. Sending them all at once is slower: the server's small replies then wait for
   * acknowledgments that our side delays (RFC 896 meeting RFC 1122 4.2.3.2).
   */
  async mustAll(commands: readonly string[]): Promise<void> {
    for (const command of commands) await this.must(command);
  }

  /** Stores a document on the server until its jobs are done; returns its name there. */
  async store(tiff: Uint8Array): Promise<string> {
    await this.#as('I');
    await this.must('FORM TIFF');
    const data = await this.#dataConnection();
    try {
      const begun = await this.send('STOT');
      if (begun.code !== 150) throw refused('STOT', begun);
      const done = this.#connection.endOfTransfer();
      data.end(tiff);
      const ended = await done;
      if (ended.code !== 226) throw refused('STOT', ended);
      const name = /FILE: ([\w./-]+)/.exec(begun.text)?.[1];
      if (name === undefined) throw new HylafaxError('the server does not name the stored document');
      return name;
    } finally {
      data.destroy();
    }
  }

  /** Returns the lines of a listing. */
  async list(queue: string): Promise<string[]> {
    await this.#as('A');
    const text = await this.#receive(`LIST ${queue}`, MAX_LISTING_BYTES);
    return text.toString('latin1').split(/\r?\n/).filter(Boolean);
  }

  /** Returns a file of the server, of at most `maxBytes`. */
  async retrieve(path: string, maxBytes: number): Promise<Buffer> {
    await this.#as('I');
    return await this.#receive(`RETR ${path}`, maxBytes);
  }

  /** Returns the last bytes of a file that only grows. */
  async retrieveEnd(path: string, lastBytes: number): Promise<Buffer> {
    await this.#as('I');
    const size = Number((await this.must(`SIZE ${path}`)).text);
    if (size > lastBytes) await this.must(`REST ${size - lastBytes}`);
    // It may have grown since its size was read.
    return await this.#receive(`RETR ${path}`, 2 * lastBytes);
  }

  close(): void {
    this.#connection.close();
  }

  async #as(type: 'A' | 'I'): Promise<void> {
    if (this.#type === type) return;
    await this.must(`TYPE ${type}`);
    this.#type = type;
  }

  /** Always connects to the host that we called, whatever address a server behind a NAT reports (RFC 2428). */
  async #dataConnection() {
    const { text } = await this.must('EPSV');
    const port = Number(/\(\|\|\|(\d{1,5})\|\)/.exec(text)?.[1]);
    if (!port || port > 65_535) throw new HylafaxError('the server names no port for the transfer');
    const data = await openSocket(this.#host, port);
    // A dying server resets the connection: an upload notices by the missing reply.
    return data.on('error', () => undefined);
  }

  async #receive(command: string, maxBytes: number): Promise<Buffer> {
    const data = await this.#dataConnection();
    const chunks: Buffer[] = [];
    let size = 0;
    const read = new Promise<void>((resolve, reject) => {
      data.setTimeout(TRANSFER_MS, () => data.destroy(new HylafaxError('a transfer stands still')));
      data.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes) data.destroy(new HylafaxError('a file of the server is too large'));
      });
      data.on('end', resolve).on('close', () => reject(new HylafaxError('a transfer broke off')));
      data.on('error', (error) =>
        reject(error instanceof HylafaxError ? error : new HylafaxError(error.message)),
      );
    });
    read.catch(() => undefined); // Awaited below, after the reply that comes first.
    try {
      const begun = await this.send(command);
      if (begun.code !== 150) throw refused(command, begun);
      const done = this.#connection.endOfTransfer();
      done.catch(() => undefined); // The error of an interrupted transfer says more than its reply.
      await read;
      const ended = await done;
      if (ended.code !== 226) throw refused(command, ended);
      return Buffer.concat(chunks);
    } finally {
      data.destroy();
      if (size > maxBytes) this.#connection.close();
    }
  }
}
