import { connect } from 'node:net';

import type { ScanOutcome, VirusScanner } from './port.ts';

/** Milliseconds of silence after which clamd counts as unavailable; it scans 10 MB in a few seconds. */
const SILENCE_MS = 30_000;

/** Bytes per chunk of a stream. */
const CHUNK_BYTES = 64 * 1024;

/** Most bytes of an answer to read; a line of clamd is far shorter, an impostor's might not be. */
const MAX_ANSWER_BYTES = 4096;

/** clamd's answers to a stream (clamd(8), INSTREAM). */
const FOUND = /^stream: (.{1,200}) FOUND$/;
const CLEAN = 'stream: OK';

export interface ClamdOptions {
  host: string;
  port: number;
  silenceMs?: number;
}

/** Creates a scanner for a clamd behind TCP. Each scan has its own connection: clamd closes it after every answer. */
export function clamdScanner(options: ClamdOptions): VirusScanner {
  return {
    scan: async (bytes) => outcomeOf(await ask(options, 'zINSTREAM\0', bytes)),
    check: async () => {
      const answer = await ask(options, 'zPING\0');
      if (answer.kind === 'line' && answer.line === 'PONG') return { ok: true };
      return { ok: false, reason: answer.kind === 'line' ? `clamd says: ${answer.line}` : answer.reason };
    },
  };
}

type Answer = { kind: 'line'; line: string } | { kind: 'silent'; reason: string };

/** Maps an answer to an outcome. An unexpected answer means that nothing was scanned: too large, broken, overloaded. */
function outcomeOf(answer: Answer): ScanOutcome {
  if (answer.kind === 'silent') return { kind: 'unavailable', reason: answer.reason };
  if (answer.line === CLEAN) return { kind: 'clean' };
  const name = FOUND.exec(answer.line)?.[1];
  return name === undefined
    ? { kind: 'unavailable', reason: `clamd says: ${answer.line}` }
    : { kind: 'infected', name };
}

/** Sends a command, with a stream if there is one, and reads the one-line answer. */
async function ask(
  { host, port, silenceMs = SILENCE_MS }: ClamdOptions,
  command: string,
  stream?: Uint8Array,
): Promise<Answer> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port });
    let read = '';
    const end = (answer: Answer) => {
      resolve(answer);
      socket.destroy();
    };
    socket.setTimeout(silenceMs, () => end({ kind: 'silent', reason: 'clamd does not answer' }));
    socket.on('error', (error) =>
      // It may answer (too large) and close before everything was sent: its answer is what counts.
      end(read.includes('\0') ? lineOf(read) : { kind: 'silent', reason: `clamd: ${error.message}` }),
    );
    socket.on('data', (chunk: Buffer) => {
      read += chunk.toString('latin1');
      if (read.includes('\0') || read.length > MAX_ANSWER_BYTES) end(lineOf(read));
    });
    socket.on('close', () => end({ kind: 'silent', reason: 'clamd closed the connection' }));
    socket.write(command);
    if (stream !== undefined) for (const part of framesOf(stream)) socket.write(part);
  });
}

function lineOf(read: string): Answer {
  return { kind: 'line', line: read.split('\0', 1)[0]!.trim().slice(0, MAX_ANSWER_BYTES) };
}

/** Yields chunks with their lengths in network byte order; an empty one ends the stream. */
function* framesOf(stream: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < stream.length; at += CHUNK_BYTES) {
    const chunk = stream.subarray(at, at + CHUNK_BYTES);
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes);
  return length;
}
