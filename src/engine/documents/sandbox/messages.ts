import type { DrawnType } from '../detect-type.ts';
import type { DocumentFault, Photos } from '../port.ts';

/** A job sent to a child: the files in order; their bytes follow as one body. */
export interface JobMessage {
  files: { type: DrawnType; size: number }[];
  /** Whether the child is kept for another job, see reuse.ts. */
  again: boolean;
  /** Whether no other job is running, so that a second thread may help. */
  alone: boolean;
  photos?: Photos | undefined;
}

/** A message from a child. The parent checks everything in it: a document may have compromised the child. */
export type ChildMessage =
  | { kind: 'ready'; confined: boolean }
  | { kind: 'warm' }
  | { kind: 'file'; index: number }
  | { kind: 'page'; done: number; of: number }
  | { kind: 'shortfall'; detail: string }
  | { kind: 'ok'; pages: number; damaged: number[] }
  | { kind: 'refused'; reason: DocumentFault; file: number; detail: string };

/** A message is two little-endian lengths, a JSON head and a body of raw bytes. */
const LENGTHS_BYTES = 8;
/** Heads are a few hundred bytes; a longer one is an attack. */
const MAX_HEAD_BYTES = 64 * 1024;

/** One received message. */
export interface Message {
  head: unknown;
  body: Uint8Array;
}

/** Returns the bytes of a message, in the pieces to write. */
export function encodeMessage(head: object, body: readonly Uint8Array[] = []): Uint8Array[] {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const lengths = new Uint8Array(LENGTHS_BYTES);
  const view = new DataView(lengths.buffer);
  view.setUint32(0, text.length, true);
  view.setUint32(
    4,
    body.reduce((sum, part) => sum + part.length, 0),
    true,
  );
  return [lengths, text, ...body];
}

/** Assembles messages from chunks, never holding more than one message of the allowed size. */
export class MessageReader {
  private readonly maxBody: number;
  private chunks: Uint8Array[] = [];
  private held = 0;
  private wanted = LENGTHS_BYTES;

  constructor(maxBody: number) {
    this.maxBody = maxBody;
  }

  /** Takes a chunk and returns the messages it completes; throws if a length exceeds its limit. */
  push(chunk: Uint8Array): Message[] {
    this.chunks.push(chunk);
    this.held += chunk.length;
    const messages: Message[] = [];
    while (this.held >= this.wanted) {
      const bytes = this.joined();
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const head = view.getUint32(0, true);
      const body = view.getUint32(4, true);
      if (head > MAX_HEAD_BYTES || body > this.maxBody) throw new Error('message beyond its bound');
      const total = LENGTHS_BYTES + head + body;
      this.wanted = total;
      if (bytes.length < total) break;
      const text = new TextDecoder().decode(bytes.subarray(LENGTHS_BYTES, LENGTHS_BYTES + head));
      messages.push({ head: JSON.parse(text), body: bytes.subarray(LENGTHS_BYTES + head, total) });
      this.chunks = [bytes.subarray(total)];
      this.held -= total;
      this.wanted = LENGTHS_BYTES;
    }
    return messages;
  }

  private joined(): Uint8Array {
    const joined = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    this.chunks = [joined];
    return joined;
  }
}
