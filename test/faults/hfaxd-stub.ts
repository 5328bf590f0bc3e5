import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Called before each command is answered; the answer waits for it. */
type Before = (command: string) => Promise<void>;

interface StubJob {
  id: number;
  to: string;
  callRef: string;
}

/** Duration of the stub's calls in milliseconds. */
const CALL_MS = 200;

/**
 * A HylaFAX server without modems: it implements as much of the protocol as a line uses, counts submissions, and can be
 * made to answer late. Every call is delivered.
 */
export class HfaxdStub {
  /** Submitted jobs, and when their calls end. */
  readonly #submitted: (StubJob & { endsAt: number })[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  before: Before = async () => {};
  /** Its status of scheduler and modems. */
  status = ['HylaFAX scheduler on stub: Running', 'ttyS0|Running and idle'];
  /** Called when a job is about to be accepted; it is accepted when this resolves. */
  taking: () => Promise<void> = async () => {};

  async start(): Promise<this> {
    this.#server = createServer((socket) => this.#serve(socket));
    await new Promise<void>((resolve) => {
      this.#server?.listen(0, '127.0.0.1', resolve);
    });
    return this;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => {
      this.#server?.close(() => resolve());
    });
  }

  /** Breaks every connection. Commands sent before are still carried out. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The address of a line over it. */
  get url(): string {
    const address = this.#server?.address();
    if (!address || typeof address === 'string') throw new Error('the stub is not running');
    return `hylafax://f2e:secret@127.0.0.1:${address.port}?admin=secret`;
  }

  /** Returns how often a job to this number was submitted. */
  submissionsTo(number: string): number {
    return this.#submitted.filter(({ to }) => to.endsWith(number)).length;
  }

  #serve(socket: Socket): void {
    this.#keep(socket);
    const session = new StubSession(this.#submitted, () => this.status);
    const say = (reply: string): void => {
      if (!socket.destroyed) socket.write(`${reply}\r\n`);
    };
    say('220 stub server (HylaFAX (tm) Version 6.0.7) ready.');
    // An interface repeats the errors of its input, which #keep already handles.
    const lines = createInterface(socket).on('error', () => undefined);
    let last = Promise.resolve();
    lines.on('line', (command) => {
      // Like the real one, which answers a command during a transfer only after the transfer.
      last = last.then(async () => {
        if (command === 'JSUBM') await this.taking();
        await session.answer(command, this.before, say, (data) => this.#keep(data));
      });
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // Tests kill clients on purpose.
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
  }
}

/** One control connection. */
class StubSession {
  readonly #submitted: (StubJob & { endsAt: number })[];
  #job: StubJob = { id: 0, to: '', callRef: '' };
  #data: Promise<Socket> | undefined;

  readonly #status: () => string[];

  constructor(submitted: (StubJob & { endsAt: number })[], status: () => string[]) {
    this.#submitted = submitted;
    this.#status = status;
  }

  async answer(
    command: string,
    before: Before,
    say: (reply: string) => void,
    keep: (data: Socket) => void,
  ): Promise<void> {
    const [verb = '', first = '', ...rest] = command.split(' ');
    if (verb === 'JSUBM' && first === '')
      this.#submitted.push({ ...this.#job, endsAt: Date.now() + CALL_MS });
    await before(command);
    if (verb === 'USER') return say('331 Password required.');
    if (verb === 'EPSV') return say(`229 Entering extended passive mode (|||${await this.#passive(keep)}|)`);
    if (verb === 'STOT' || verb === 'LIST') {
      say('150 FILE: /tmp/doc1.tif (Opening new data connection).');
      await this.#transfer(verb === 'LIST' ? this.#listing(first) : null);
      return say('226 Transfer complete.');
    }
    if (verb === 'SIZE') return say('550 no such file');
    if (verb === 'JNEW') {
      this.#job = { id: this.#submitted.length + 1, to: '', callRef: '' };
      return say(`200 New job created: jobid: ${this.#job.id} groupid: 1.`);
    }
    const value = rest.join(' ').replaceAll('"', '');
    if (verb === 'JPARM' && first === 'DIALSTRING') this.#job.to = value;
    if (verb === 'JPARM' && first === 'JOBINFO') this.#job.callRef = value;
    say('200 done');
  }

  async #passive(keep: (data: Socket) => void): Promise<number> {
    const server = createServer();
    this.#data = new Promise((resolve) => {
      server.once('connection', (socket) => {
        keep(socket);
        server.close();
        resolve(socket);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    return address && typeof address !== 'string' ? address.port : 0;
  }

  async #transfer(listing: string | null): Promise<void> {
    const data = await this.#data;
    if (!data) return;
    const closed = new Promise((resolve) => data.once('close', resolve));
    data.resume().end(listing ?? '');
    await closed;
  }

  #listing(queue: string): string {
    const now = Date.now();
    const listed = this.#submitted.filter(({ endsAt }) => (queue === 'doneq' ? endsAt <= now : endsAt > now));
    if (queue === 'status') return `${this.#status().join('\n')}\n`;
    const state = queue === 'doneq' ? 'D' : 'R';
    const confirmed = queue === 'doneq' ? 1 : 0;
    return listed.map(({ id, callRef }) => `${id}|${state}| ${confirmed}:1 |1|${callRef}|\n`).join('');
  }
}
