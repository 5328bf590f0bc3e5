import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** The HTTP server of a fake carrier, on a free port of this machine. */
export abstract class FakeCarrier {
  #server: Server | undefined;

  /** Returns the origin where it listens. Throws while it is not running. */
  get origin(): string {
    const address = this.#server?.address();
    if (!address || typeof address === 'string') throw new Error('the carrier is not running');
    return `http://127.0.0.1:${address.port}`;
  }

  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.handle(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()));
  }

  protected abstract handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
