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

/** Where the trunk of a line is, whom the line listens to, and how numbers are written there. */
export class Trunk {
  readonly settings: SipSettings;
  /** Its servers. */
  readonly targets: TrunkTargets;

  constructor(settings: SipSettings, names?: Names) {
    this.settings = settings;
    this.targets = new TrunkTargets(settings.trunk, settings.lookUp, names);
  }

  /** The server of the trunk that is asked first. Rejects when its name has no address. */
  async peer(): Promise<SipPeer> {
    return (await this.targets.inOrder())[0];
  }

  /** Whether messages from this address count; the trunk's own are known once it was looked up. */
  allows(host: string): boolean {
    return this.targets.has(host) || this.settings.from.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
  }

  /** The address that the trunk reaches this machine at. */
  async ownAddress(): Promise<string> {
    const { address, listen } = this.settings;
    if (address !== '') return address;
    if (listen && !['0.0.0.0', '::'].includes(listen.host)) return listen.host;
    const { host, port } = await this.peer();
    const probe = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    try {
      // Connecting a UDP socket sends nothing: it only chooses the way.
      probe.connect(port, host);
      await once(probe, 'connect');
      return probe.address().address;
    } finally {
      probe.close();
    }
  }

  /** The address of a number as a call to it names it. */
  uriOf(number: string): string {
    return sipUri(this.settings.prefix + e164(number).slice(1), this.settings.domain);
  }

  /** From, and the header in which the trunk looks for the caller's number (RFC 3325). */
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
