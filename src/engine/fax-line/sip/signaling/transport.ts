import { createSocket } from 'node:dgram';
import type { Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectTcp, createServer, isIP, isIPv6 } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';

import { MAX_MESSAGE_BYTES, parseMessage } from './message.ts';
import type { SipMessage } from './message.ts';
import type { SipPeer } from './uri.ts';

/** Callbacks of a transport. */
export interface TransportEvents {
  /** Whether messages from this address are accepted; others are dropped without a response. */
  allows(host: string): boolean;
  received(message: SipMessage, from: SipPeer): void;
  /** Reports that no connection to this peer can be made: messages sent to it are lost. */
  unreachable(peer: SipPeer): void;
}

/** How TLS connections are authenticated. */
export interface TlsTrust {
  /** The name that the far end's certificate must be valid for. */
  name: string;
  /** False accepts any certificate: this protects against eavesdropping, but not against an impostor. */
  verify: boolean;
  /** Our certificate in PEM, for incoming connections; without it only outgoing connections are encrypted. */
  own?: { cert: string; key: string } | undefined;
}

/** More connections than any trunk has come from somebody else. */
const MAX_CONNECTIONS = 64;
/** Few of the free UDP ports are taken for TCP. */
const PORT_TRIES = 20;
/** A connection without a complete message for this long is useless. */
const IDLE_MS = 15 * 60_000;

/** SIP over UDP and TCP, or over UDP and TLS if we have a certificate, both on one port (RFC 3261 18). */
export class SipTransport {
  readonly #events: TransportEvents;
  readonly #trust: TlsTrust;
  readonly #connections = new Map<string, Socket>();
  #udp: UdpSocket | undefined;
  #tcp: Server | undefined;
  #address: AddressInfo | undefined;

  constructor(events: TransportEvents, trust: TlsTrust) {
    this.#events = events;
    this.#trust = trust;
  }

  get port(): number {
    return this.#address?.port ?? 0;
  }

  /** Starts to listen; port 0 selects one that is free for both. Rejects if the port is taken. */
  async open(host: string, port: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#listen(host, port);
      } catch (error) {
        this.close();
        // A port that is free for UDP may be taken for TCP.
        const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
        if (port !== 0 || !taken || tries === PORT_TRIES) throw error;
      }
    }
  }

  async #listen(host: string, port: number): Promise<void> {
    const udp = createSocket(isIPv6(host) ? 'udp6' : 'udp4').unref();
    this.#udp = udp;
    udp.on('message', (bytes, { address, port: from }) =>
      this.#take(bytes, { host: address, port: from, transport: 'udp' }),
    );
    udp.bind(port, host);
    await once(udp, 'listening');
    // Later errors concern a single message, and the protocol repeats those.
    udp.on('error', () => undefined);
    this.#address = udp.address();
    const { own } = this.#trust;
    const tcp = own
      ? createTlsServer({ ...own, minVersion: 'TLSv1.2' }, (socket) => this.#join(socket, 'tls'))
      : createServer((socket) => this.#join(socket, 'tcp'));
    this.#tcp = tcp.unref();
    // A failed handshake is the client's problem.
    tcp.on('tlsClientError', () => undefined);
    tcp.maxConnections = MAX_CONNECTIONS;
    tcp.listen(this.#address.port, host);
    await once(tcp, 'listening');
  }

  /** Sends a message; if it cannot be sent, its transaction repeats it or gives up. */
  send(text: string, peer: SipPeer): void {
    const { host, port, transport } = peer;
    if (transport === 'udp') {
      this.#udp?.send(text, port, host, () => undefined);
      return;
    }
    const key = keyOf(host, port);
    let socket = this.#connections.get(key);
    if (!socket || socket.destroyed) {
      const begun = transport === 'tls' ? this.#connectTls(host, port) : connectTcp({ host, port });
      begun.once('error', () => {
        if (begun.connecting || begun.bytesRead === 0) this.#events.unreachable(peer);
      });
      this.#join(begun, transport, key);
      socket = begun;
    }
    socket.write(text);
  }

  close(): void {
    this.#udp?.close();
    this.#tcp?.close();
    // Messages sent from now on are dropped.
    this.#udp = undefined;
    this.#tcp = undefined;
    for (const socket of this.#connections.values()) socket.destroy();
  }

  #connectTls(host: string, port: number): Socket {
    const { name, verify } = this.#trust;
    // IP addresses must not be used as server names (RFC 6066 3).
    const servername = isIP(name) === 0 ? name : '';
    const trust = { servername, rejectUnauthorized: verify, minVersion: 'TLSv1.2' as const };
    return connectTls({ host, port, ...trust });
  }

  #join(socket: Socket, transport: 'tcp' | 'tls', known?: string): void {
    const host = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    if (known === undefined && !this.#events.allows(host)) {
      socket.destroy();
      return;
    }
    const key = known ?? keyOf(host, socket.remotePort ?? 0);
    this.#connections.set(key, socket);
    let waiting: Buffer = Buffer.alloc(0);
    socket.unref();
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#connections.get(key) === socket) this.#connections.delete(key);
    });
    socket.on('data', (bytes: Buffer) => {
      const { messages, rest } = takeMessages(Buffer.concat([waiting, bytes]));
      waiting = rest;
      if (waiting.byteLength > MAX_MESSAGE_BYTES) socket.destroy();
      const from = {
        host: socket.remoteAddress?.replace(/^::ffff:/, '') ?? '',
        port: socket.remotePort ?? 0,
      };
      for (const message of messages) this.#take(message, { ...from, transport });
    });
  }

  #take(bytes: Uint8Array, from: SipPeer): void {
    if (!this.#events.allows(from.host)) return;
    const message = parseMessage(bytes);
    if (message) this.#events.received(message, from);
  }
}

/** Splits a stream into the complete messages at its beginning (RFC 3261 18.3) and the rest. */
export function takeMessages(stream: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let rest = stream;
  for (;;) {
    // Line breaks between messages keep a connection alive (RFC 5626 3.5.1).
    while (rest[0] === 0x0d || rest[0] === 0x0a) rest = rest.subarray(1);
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { messages, rest };
    const head = rest.subarray(0, end + 2).toString('latin1');
    const length = /\r\n(?:content-length|l)\s*:\s*(\d{1,6})\s*\r\n/i.exec(head)?.[1] ?? '0';
    const size = end + 4 + Number(length);
    if (rest.byteLength < size) return { messages, rest };
    messages.push(rest.subarray(0, size));
    rest = rest.subarray(size);
  }
}

function keyOf(host: string, port: number): string {
  return `${host} ${port}`;
}
