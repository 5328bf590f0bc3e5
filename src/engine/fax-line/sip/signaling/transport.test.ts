import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { formatMessage } from './message.ts';
import type { SipMessage } from './message.ts';
import { SipTransport } from './transport.ts';
import type { SipPeer } from './uri.ts';

const HOST = '127.0.0.1';
const OPTIONS = formatMessage('OPTIONS sip:x SIP/2.0', [
  ['Via', 'SIP/2.0/TCP 192.0.2.1;branch=z9hG4bK1'],
  ['From', '<sip:a@x>;tag=1'],
  ['To', '<sip:b@x>'],
  ['Call-ID', '1'],
  ['CSeq', '1 OPTIONS'],
]);

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

function transport(heard: (message: SipMessage, from: SipPeer) => void, allows = true): SipTransport {
  const made = new SipTransport(
    { allows: () => allows, received: heard, unreachable: () => undefined },
    { name: HOST, verify: true },
  );
  open.push(made);
  return made;
}

async function listening(): Promise<Server> {
  const server = createServer().listen(0, HOST);
  open.push(server);
  await once(server, 'listening');
  return server;
}

describe('the transport', () => {
  it('says when the port that it is to have is taken, and takes another one when it may have any', async () => {
    const taken = (await listening()).address() as AddressInfo;
    const wanted = transport(() => undefined);
    await expect(wanted.open(HOST, taken.port)).rejects.toThrow('EADDRINUSE');
    // The failed attempt leaves nothing behind: the UDP port is free again.
    const other = transport(() => undefined);
    await expect(other.open(HOST, taken.port)).rejects.toThrow('EADDRINUSE');
    await other.open(HOST, 0);
    expect(other.port).toBeGreaterThan(0);
  });

  it('answers on the connection that a message came over, and drops those of others', async () => {
    const heard = Promise.withResolvers<SipPeer>();
    const ours = transport((_message, from) => heard.resolve(from));
    await ours.open(HOST, 0);
    const socket = connect(ours.port, HOST);
    open.push({ close: () => socket.destroy() });
    socket.write(OPTIONS);
    const from = await heard.promise;
    expect(from).toMatchObject({ host: HOST, transport: 'tcp' });
    ours.send('back', from);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(String(bytes)).toBe('back');

    const deaf = transport(() => heard.reject(new Error('heard a stranger')), false);
    await deaf.open(HOST, 0);
    const stranger = connect(deaf.port, HOST);
    stranger.write(OPTIONS);
    await once(stranger, 'close');
  });
});
