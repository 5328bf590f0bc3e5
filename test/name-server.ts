import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server of a test: it knows TXT records alone. */
export interface NameServer {
  /** For F2E_DNS. */
  address: string;
  /** The records of each name, in lower case; null is a server that is broken. */
  records: Map<string, string[] | null>;
  close(): void;
}

const HEADER = 12;
/** Answer, recursion available; with the code in the last bits: no such name, server failure (RFC 1035 4.1.1). */
const FLAGS = { ok: 0x81_80, none: 0x81_83, broken: 0x81_82 };
/** The name of the question, once more (RFC 1035 4.1.4); TXT, IN, not to be kept. */
const SAME_NAME = Buffer.from([0xc0, HEADER, 0, 16, 0, 1, 0, 0, 0, 0]);

/** Starts one on a free port of this machine. */
export async function startNameServer(): Promise<NameServer> {
  const records: NameServer['records'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    socket.send(answerTo(question, records), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, records, close: () => socket.close() };
}

function answerTo(question: Buffer, records: NameServer['records']): Buffer {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const known = records.get(labels.join('.').toLowerCase());
  const answers = (known ?? []).map((text) => {
    const body = Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
    return Buffer.concat([SAME_NAME, Buffer.from([0, body.length]), body]);
  });
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(known === null ? FLAGS.broken : known === undefined ? FLAGS.none : FLAGS.ok, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  // The name's end, type and class belong to the question, too.
  return Buffer.concat([header, question.subarray(HEADER, at + 5), ...answers]);
}
