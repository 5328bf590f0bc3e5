import { isIPv6 } from 'node:net';

/** How lost T.38 packets are repaired. */
export type Repair = 'none' | 'redundancy' | 'fec';

/** Where one end of a call receives audio. */
export interface AudioMedia {
  address: string;
  port: number;
  codec: 'pcmu' | 'pcma';
}

/** The key with which one end encrypts its audio (RFC 4568), and its number in the description. */
export interface SoundKey {
  tag: number;
  /** 30 bytes in Base64: the key and its salt. */
  key: string;
}

/** Where one end of a call receives encrypted audio (RFC 3711). */
export interface SecureAudio extends AudioMedia {
  crypto: SoundKey;
}

/** Where one end of a call receives fax packets, and what it accepts. */
export interface T38Media {
  address: string;
  port: number;
  maxRate: number;
  maxDatagram: number;
  repair: Repair;
}

/** A media line, and its form in an answer that rejects it. */
interface MediaLine {
  kind: 'audio' | 'secure' | 't38' | 'other';
  refusal: string;
}

/** The media that a session description offers or accepts. */
export interface SessionMedia {
  audio?: AudioMedia;
  secure?: SecureAudio;
  t38?: T38Media;
  /** Its media in order: an answer has the same number (RFC 3264 6). */
  lines: MediaLine[];
}

/** Our side of a session description: the active media line, and the far end's offer. */
export interface OurMedia {
  address: string;
  /** Increases with each description of a call (RFC 3264 8). */
  version: number;
  live: OurAudio | OurSecure | ({ kind: 't38' } & OurT38);
  /** The offer being answered; omitted if this is the offer. */
  offered?: SessionMedia['lines'];
}

interface OurAudio {
  kind: 'audio';
  port: number;
  codecs: readonly AudioMedia['codec'][];
}

interface OurSecure extends Omit<OurAudio, 'kind'> {
  kind: 'secure';
  crypto: SoundKey;
}

interface OurT38 {
  port: number;
  maxRate: number;
  repair: Repair;
}

const PAYLOAD = { pcmu: 0, pcma: 8 } as const;
const SUITE = 'AES_CM_128_HMAC_SHA1_80';
const CRYPTO = new RegExp(`^a=crypto:(\\d{1,9}) ${SUITE} inline:([A-Za-z0-9+/]{40})(?:[|\\s]|$)`, 'im');
const EC = { redundancy: 't38UDPRedundancy', fec: 't38UDPFEC' } as const;
/** The longest packet that we accept, and the limit of a far end that states none. */
const OUR_DATAGRAM = 1_400;
const DEFAULT_DATAGRAM = 400;
const DEFAULT_RATE = 14_400;
const MAX_LINES = 200;
/** An offer with more media is not a fax call. */
const MAX_MEDIA = 8;

/** Parses a session description (RFC 8866; T.38 Annex D); unknown parts are omitted. */
export function parseSdp(text: string): SessionMedia {
  const found: SessionMedia = { lines: [] };
  const [session = '', ...media] = text
    .split(/\r?\n/)
    .slice(0, MAX_LINES)
    .join('\n')
    .split(/^(?=m=)/m);
  if (media.length > MAX_MEDIA) return found;
  const common = addressIn(session);
  for (const section of media) {
    const [, type = '', port = '0', protocol = '', formats = ''] =
      /^m=(\w+) (\d{1,5})(?:\/\d+)? (\S+) ?(.*)$/m.exec(section) ?? [];
    const end = { address: addressIn(section) || common, port: Number(port) };
    const codec = codecIn(formats);
    const kind = kindOf(type, protocol);
    found.lines.push({ kind, refusal: `m=${type || 'audio'} 0 ${protocol || 'RTP/AVP'} ${formats || '0'}` });
    if (kind === 'audio') {
      if (end.port > 0 && codec) found.audio ??= { ...end, codec };
    } else if (kind === 'secure') {
      const crypto = keyIn(section);
      if (end.port > 0 && codec && crypto) found.secure ??= { ...end, codec, crypto };
    } else if (kind === 't38' && end.port > 0) found.t38 ??= { ...end, ...t38In(section) };
  }
  return found;
}

/** Writes our session description. */
export function writeSdp({ address, version, live, offered }: OurMedia): string {
  const family = isIPv6(address) ? 'IP6' : 'IP4';
  const lines = offered ?? [{ kind: live.kind, refusal: '' }];
  const at = lines.findIndex(({ kind }) => kind === live.kind);
  const sections = lines.map(({ refusal }, index) => (index === at ? liveSection(live) : [refusal]));
  const session = [
    'v=0',
    `o=f2e ${process.pid} ${version} IN ${family} ${address}`,
    's=fax',
    `c=IN ${family} ${address}`,
    't=0 0',
  ];
  return `${[...session, ...sections.flat()].join('\r\n')}\r\n`;
}

function liveSection(live: OurMedia['live']): string[] {
  if (live.kind !== 't38')
    return [
      `m=audio ${live.port} ${live.kind === 'secure' ? 'RTP/SAVP' : 'RTP/AVP'} ${live.codecs.map((codec) => PAYLOAD[codec]).join(' ')}`,
      ...live.codecs.map((codec) => `a=rtpmap:${PAYLOAD[codec]} ${codec.toUpperCase()}/8000`),
      ...(live.kind === 'secure' ? [`a=crypto:${live.crypto.tag} ${SUITE} inline:${live.crypto.key}`] : []),
      'a=ptime:20',
      'a=sendrecv',
      // Fax tones must not be suppressed as silence.
      'a=silenceSupp:off - - - -',
    ];
  return [
    `m=image ${live.port} udptl t38`,
    'a=T38FaxVersion:0',
    `a=T38MaxBitRate:${live.maxRate}`,
    'a=T38FaxRateManagement:transferredTCF',
    'a=T38FaxMaxBuffer:2000',
    `a=T38FaxMaxDatagram:${OUR_DATAGRAM}`,
    ...(live.repair === 'none' ? [] : [`a=T38FaxUdpEC:${EC[live.repair]}`]),
  ];
}

function kindOf(type: string, protocol: string): MediaLine['kind'] {
  if (type === 'audio' && protocol === 'RTP/AVP') return 'audio';
  if (type === 'audio' && protocol === 'RTP/SAVP') return 'secure';
  return type === 'image' && /^udptl$/i.test(protocol) ? 't38' : 'other';
}

function addressIn(section: string): string {
  return /^c=IN IP[46] ([0-9a-f:.]+)/im.exec(section)?.[1] ?? '';
}

/** Returns the first key of the cipher suite that every implementation has (RFC 4568 6.2.1). */
function keyIn(section: string): SoundKey | null {
  const [, tag, key] = CRYPTO.exec(section) ?? [];
  return tag === undefined || key === undefined ? null : { tag: Number(tag), key };
}

/** Returns the first codec that we support, in the far end's order of preference. */
function codecIn(formats: string): AudioMedia['codec'] | null {
  const format = formats
    .trim()
    .split(/\s+/)
    .find((one) => one === '0' || one === '8');
  if (format === undefined) return null;
  return format === '8' ? 'pcma' : 'pcmu';
}

function t38In(section: string): Pick<T38Media, 'maxRate' | 'maxDatagram' | 'repair'> {
  const attribute = (name: string): string =>
    new RegExp(`^a=${name}:\\s*(\\S+)`, 'im').exec(section)?.[1] ?? '';
  const repair = attribute('T38FaxUdpEC').toLowerCase();
  return {
    maxRate: bounded(attribute('T38MaxBitRate'), 2_400, DEFAULT_RATE),
    maxDatagram: bounded(attribute('T38FaxMaxDatagram'), 60, DEFAULT_DATAGRAM, OUR_DATAGRAM),
    repair: repair.includes('fec') ? 'fec' : repair.includes('redundancy') ? 'redundancy' : 'none',
  };
}

function bounded(text: string, low: number, missing: number, high = missing): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : missing;
  return Math.min(Math.max(value, low), high);
}
