import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Received {
  headers: IncomingHttpHeaders & Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  body: string;
  path: string;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  port: number;
  got: Received[];
  /** Returns an address of the receiver; to the worker, each name is a separate host. */
  url(name?: string): string;
  stop(): Promise<void>;
}

/** How a receiver responds: with a status, or with a function that writes the raw response. */
export type Answer = number | ((response: ServerResponse, request: IncomingMessage) => void);

/** Starts a receiver that returns these responses, one after the other; the last one repeats. */
export async function startReceiver(...answers: [Answer, ...Answer[]]): Promise<Receiver> {
  const got: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = request.headers as Received['headers'];
      got.push({ headers, body: Buffer.concat(parts).toString(), path: request.url ?? '' });
      const answer = answers[Math.min(got.length, answers.length) - 1] ?? 200;
      if (typeof answer === 'number') response.writeHead(answer).end('what stands in the answer');
      else answer(response, request);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    got,
    url: (name = 'hooks') => `http://${name}.localhost:${port}/fax`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
