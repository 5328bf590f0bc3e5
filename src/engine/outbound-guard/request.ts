import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import type { DialOutcome, DialTarget, OutboundAnswer, OutboundRequest } from './port.ts';

type Dial = (target: DialTarget) => Promise<DialOutcome>;

const UNREACHABLE = { kind: 'refused', reason: 'UNREACHABLE' } as const;

/** Performs one HTTP exchange over a connection dialed by the guard. */
export async function exchange(
  dial: Dial,
  address: string,
  options: OutboundRequest,
): Promise<OutboundAnswer> {
  const url = new URL(address);
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const until = performance.now() + options.limitMs;
  const dialled = await dial({ host: url.hostname, port, limitMs: options.limitMs });
  if (dialled.kind === 'refused') return dialled;
  const ended = { timedOut: false };
  const giveUp = (): void => {
    ended.timedOut = true;
    dialled.socket.destroy();
  };
  // The limit covers the whole exchange, including lookup and dialing.
  const watch = setTimeout(giveUp, Math.max(0, until - performance.now()));
  try {
    const socket = secure ? await encrypt(dialled.socket, url.hostname) : dialled.socket;
    const answer = socket ? await ask(socket, url, options) : UNREACHABLE;
    return ended.timedOut && answer.kind === 'refused' ? { ...answer, timedOut: true } : answer;
  } finally {
    clearTimeout(watch);
    dialled.socket.destroy();
  }
}

/** Starts TLS. The certificate must match the requested name, whatever address it resolved to. */
async function encrypt(socket: Socket, hostname: string): Promise<Socket | null> {
  return await new Promise((resolve) => {
    const tls = connectTls({ socket, servername: hostname, ALPNProtocols: ['http/1.1'] });
    tls.once('secureConnect', () => resolve(tls));
    tls.on('error', () => resolve(null));
    tls.once('close', () => resolve(null));
  });
}

async function ask(socket: Socket, url: URL, options: OutboundRequest): Promise<OutboundAnswer> {
  const { method = 'GET', headers = {}, body, handOver = atOnce } = options;
  return await new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        method,
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          connection: 'close',
        },
        createConnection: () => socket,
      },
      (response) => resolve(options.statusOnly ? withoutBody(response) : readAnswer(response, options)),
    );
    request.on('error', () => resolve(UNREACHABLE));
    // Without a listener Node closes the connection after 101 and reports no error: the caller would wait forever.
    request.on('upgrade', (response) => resolve(withoutBody(response)));
    request.on('close', () => resolve(UNREACHABLE));
    handOver(() => request.end(body)).then((sent) => {
      if (sent) return;
      request.destroy();
      resolve(UNREACHABLE);
    }, reject);
  });
}

async function atOnce(write: () => void): Promise<boolean> {
  write();
  return true;
}

function withoutBody({ statusCode: status = 0, headers }: IncomingMessage): OutboundAnswer {
  return { kind: 'ok', status, headers, body: Buffer.alloc(0) };
}

/** Thrown when reading a body stops early. */
class BodyFault extends Error {
  readonly reason: 'UNREACHABLE' | 'ANSWER_TOO_BIG';

  constructor(reason: BodyFault['reason']) {
    super(reason);
    this.reason = reason;
  }
}

async function readAnswer(
  response: IncomingMessage,
  { maxBytes, take }: OutboundRequest,
): Promise<OutboundAnswer> {
  const head = { status: response.statusCode ?? 0, headers: response.headers };
  const parts: Buffer[] = [];
  const body = upTo(response, maxBytes);
  try {
    if (take) await take(head, body);
    else for await (const part of body) parts.push(part);
  } catch (error) {
    if (error instanceof BodyFault) return { kind: 'refused', reason: error.reason };
    throw error;
  }
  return { kind: 'ok', ...head, body: Buffer.concat(parts) };
}

/** Yields the body up to the size limit; the declared length is not trusted. */
async function* upTo(response: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  let size = 0;
  const parts = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    // The response was cut off by the other side or the time limit: a partial response counts as none.
    const next = await parts.next().catch(() => Promise.reject(new BodyFault('UNREACHABLE')));
    if (next.done === true) return;
    size += next.value.length;
    if (size > maxBytes) throw new BodyFault('ANSWER_TOO_BIG');
    yield next.value;
  }
}
