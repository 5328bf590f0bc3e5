import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server for tests, with TXT records and IPv4 addresses. */
export interface NameServer {
  /** The value for F2E_DNS. */
  address: string;
  /** The records of each name, in lowercase; null simulates a server failure. */
  records: Map<string, string[] | null>;
  /** The addresses of each name. */
  addresses: Map<string, string[]>;
  close(): void;
}

const HEADER = 12;
/** Response, recursion available; the last bits hold the code: no such name, server failure (RFC 1035 4.1.1). */
const FLAGS = { ok: 0x81_80, none: 0x81_83, broken: 0x81_82 };
/** Types of records (RFC 1035 3.2.2). */
const TYPES = { address: 1, text: 16 };
/** The name of the question again (RFC 1035 4.1.4); the type, class IN, TTL 0. */
const sameName = (type: number) => Buffer.from([0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 0]);

/** Starts a server on this machine, by default on a free port. */
export async function startNameServer(port = 0): Promise<NameServer> {
  const records: NameServer['records'] = new Map();
  const addresses: NameServer['addresses'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    socket.send(answerTo(question, records, addresses), peer.port, peer.address);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, records, addresses, close: () => socket.close() };
}

function answerTo(
  question: Buffer,
  records: NameServer['records'],
  addresses: NameServer['addresses'],
): Buffer {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const name = labels.join('.').toLowerCase();
  const type = question.readUInt16BE(at + 1);
  const known = type === TYPES.address ? addresses.get(name) : records.get(name);
  const answers = (known ?? []).map((text) => {
    const body =
      type === TYPES.address
        ? Buffer.from(text.split('.').map(Number))
        : Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
    return Buffer.concat([sameName(type), Buffer.from([0, body.length]), body]);
  });
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(known === null ? FLAGS.broken : known === undefined ? FLAGS.none : FLAGS.ok, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  // The name's end, type and class also belong to the question.
  return Buffer.concat([header, question.subarray(HEADER, at + 5), ...answers]);
}
