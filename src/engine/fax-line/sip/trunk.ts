import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

import { e164 } from '../e164.ts';
import { sipUri } from './signaling/dialog.ts';
import type { SipHeader } from './signaling/message.ts';
import type { SipSettings } from './settings.ts';
import type { SipPeer } from './signaling/uri.ts';
import { TrunkTargets } from './targets.ts';
import type { Names } from './targets.ts';

/** The trunk of a line: its servers, whom the line accepts messages from, and how numbers are written. */
export class Trunk {
  readonly settings: SipSettings;
  readonly targets: TrunkTargets;

  constructor(settings: SipSettings, names?: Names) {
    this.settings = settings;
    this.targets = new TrunkTargets(settings.trunk, settings.lookUp, names);
  }

  /** Returns the trunk's server to try first. Rejects if its name has no address. */
  async peer(): Promise<SipPeer> {
    return (await this.targets.inOrder())[0];
  }

  /** Whether messages from this address are accepted; the trunk's own addresses are known after its first lookup. */
  allows(host: string): boolean {
    return this.targets.has(host) || this.settings.from.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
  }

  /** Returns the address at which the trunk reaches this machine. */
  async ownAddress(): Promise<string> {
    const { address, listen } = this.settings;
    if (address !== '') return address;
    if (listen && !['0.0.0.0', '::'].includes(listen.host)) return listen.host;
    const { host, port } = await this.peer();
    const probe = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    try {
      // Connecting a UDP socket sends nothing: it only selects the route.
      probe.connect(port, host);
      await once(probe, 'connect');
      return probe.address().address;
    } finally {
      probe.close();
    }
  }

  /** Returns the URI of a number to call. */
  uriOf(number: string): string {
    return sipUri(this.settings.prefix + e164(number).slice(1), this.settings.domain);
  }

  /** Returns the From URI, and the header in which the trunk expects the caller's number (RFC 3325). */
  identity(number: string): { from: string; headers: SipHeader[] } {
    const caller = sipUri(e164(number), this.settings.domain);
    const { callerId, credentials, domain } = this.settings;
    const account = credentials ? sipUri(credentials.user, domain) : caller;
    if (callerId === 'from') return { from: caller, headers: [] };
    if (callerId === 'pai') return { from: account, headers: [['P-Asserted-Identity', `<${caller}>`]] };
    return {
      from: account,
      headers: [['Remote-Party-ID', `<${caller}>;party=calling;screen=yes;privacy=off`]],
    };
  }
}
