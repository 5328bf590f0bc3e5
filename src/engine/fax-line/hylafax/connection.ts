import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Thrown for any failure between us and the server: refused, silent, gone, or a reply that breaks the protocol. */
export class HylafaxError extends Error {
  override readonly name = 'HylafaxError';
  /** The reply's three-digit code; 0 if there was no reply. */
  readonly code: number;

  constructor(message: string, code = 0) {
    super(message);
    this.code = code;
  }
}

/**
 * Returns a `catch` handler for a query that is repeated at the next poll: it returns `value` for a HylafaxError and
 * rethrows any other error.
 */
export function serverAwayAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof HylafaxError) return value;
    throw error;
  };
}

/** One reply of the server (RFC 959 §4.2): its code, and the text after it. */
export interface Reply {
  code: number;
  text: string;
}

/** Replies are one or two lines; a server that sends more is broken or hostile, and must not fill our memory. */
const MAX_REPLY_BYTES = 64 * 1024;

/** A server that does not reply within this time counts as unavailable; hfaxd replies within a second. */
const REPLY_MS = 10_000;
const CONNECT_MS = 10_000;

interface Waiter {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** Matches the commands and replies of one control connection; several commands may be in progress. */
export class Connection {
  readonly #socket: Socket;
  readonly #waiters: Waiter[] = [];
  #text = '';
  #lines: string[] = [];
  #broken: HylafaxError | undefined;

  /** Connects and waits for the server's greeting. */
  static async open(host: string, port: number): Promise<Connection> {
    const socket = await openSocket(host, port);
    const connection = new Connection(socket);
    const greeting = await connection.reply();
    if (greeting.code !== 220) throw new HylafaxError(`the server does not take us in: ${greeting.text}`);
    return connection;
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true).setEncoding('latin1').setTimeout(REPLY_MS);
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', (error) => this.#break(error.message));
    socket.on('close', () => this.#break('the server closed the connection'));
    socket.on('timeout', () => {
      if (this.#waiters.length > 0) this.#break('the server does not answer');
    });
  }

  get usable(): boolean {
    return this.#broken === undefined;
  }

  /** Sends a command and returns its reply, whatever it is. */
  async send(command: string): Promise<Reply> {
    if (/[\r\n\0]/.test(command)) throw new HylafaxError('a command cannot have line breaks');
    const reply = this.reply();
    this.#socket.write(`${command}\r\n`, 'latin1');
    return await reply;
  }

  /** Sends a command that must succeed (2xx and 3xx). */
  async must(command: string): Promise<Reply> {
    const reply = await this.send(command);
    if (reply.code < 200 || reply.code >= 400) throw refused(command, reply);
    return reply;
  }

  /** Returns the next reply that no command is waiting for: the greeting, or the end of a transfer. */
  async reply(): Promise<Reply> {
    if (this.#broken) throw this.#broken;
    return await new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
    });
  }

  /**
   * Returns the reply that ends the transfer just begun. The server's small replies wait for our acknowledgment of the
   * previous one (RFC 896), which our side delays by 40 ms (RFC 1122 4.2.3.2) unless it has data to send. So this sends
   * the first letter of a command now, to which there is no reply yet, and the rest when the transfer has ended.
   */
  async endOfTransfer(): Promise<Reply> {
    const ended = this.reply();
    this.#socket.write('N');
    const reply = await ended;
    const nothing = this.reply();
    this.#socket.write('OOP\r\n');
    await nothing;
    return reply;
  }

  /** Sends QUIT and closes without waiting for a reply. */
  close(): void {
    if (this.#broken) return;
    this.#broken = new HylafaxError('the connection was closed');
    this.#socket.end('QUIT\r\n');
    this.#socket.setTimeout(1_000, () => this.#socket.destroy()).unref();
  }

  #break(reason: string): void {
    this.#broken ??= new HylafaxError(reason);
    this.#socket.destroy();
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#broken);
  }

  #read(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_REPLY_BYTES || this.#lines.join('').length > MAX_REPLY_BYTES) {
      this.#break('the server talks without end');
      return;
    }
    for (let end = this.#text.indexOf('\n'); end >= 0; end = this.#text.indexOf('\n')) {
      this.#lines.push(this.#text.slice(0, end).replace(/\r$/, ''));
      this.#text = this.#text.slice(end + 1);
      this.#endReply();
    }
  }

  /** A multi-line reply starts with `ddd-`; the line `ddd ` with the same code ends it. */
  #endReply(): void {
    const last = /^(\d{3}) (.*)$/.exec(this.#lines.at(-1) ?? '');
    if (!last || (this.#lines.length > 1 && !this.#lines[0]?.startsWith(last[1] ?? ''))) return;
    this.#lines = [];
    this.#waiters.shift()?.resolve({ code: Number(last[1]), text: last[2] ?? '' });
  }
}

/** Returns the error for a refused command, without its arguments, which may be secrets or people's numbers. */
export function refused(command: string, { code, text }: Reply): HylafaxError {
  return new HylafaxError(`${command.split(' ', 1)[0]} was refused: ${code} ${text}`, code);
}

/** Opens a TCP connection, or throws an error that says why it cannot. */
export async function openSocket(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port });
  return await new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      socket.destroy();
      reject(new HylafaxError(`${host}:${port} cannot be reached: ${reason}`));
    };
    socket.setTimeout(CONNECT_MS, () => fail('no answer'));
    socket.once('error', (error) => fail(error.message));
    socket.once('connect', () => {
      socket.removeAllListeners().setTimeout(0);
      resolve(socket);
    });
  });
}
