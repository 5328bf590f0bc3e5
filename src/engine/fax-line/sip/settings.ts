import { BlockList, isIP, isIPv6 } from 'node:net';

import { z } from 'zod';

import type { Credentials } from './signaling/digest.ts';
import type { AudioMedia } from './signaling/sdp.ts';
import { peerOf } from './signaling/uri.ts';
import type { LookUp } from './targets.ts';
import type { SipPeer } from './signaling/uri.ts';

/** Who requests T.38: the far end, we after the answer, we at once, or nobody. */
export type T38Policy = 'accept' | 'request' | 'first' | 'refuse';

/** A SIP trunk and how this line uses it (docs/lines.md). */
export interface SipSettings {
  trunk: SipPeer;
  /** Which DNS records of the trunk's name are looked up. */
  lookUp: LookUp;
  /** The domain in the addresses of calls. */
  domain: string;
  credentials: Credentials | undefined;
  register: boolean;
  /** Where to listen for incoming calls; undefined for a line that only sends. */
  listen: { host: string; port: number } | undefined;
  /** The address at which the trunk reaches us; detected if empty. */
  address: string;
  /** Who may call in addition to the trunk's own addresses. */
  from: BlockList;
  t38: T38Policy;
  ecm: boolean;
  maxRate: number;
  codecs: readonly AudioMedia['codec'][];
  mediaPorts: string;
  /** The prefix before the digits of E.164. */
  prefix: string;
  callerId: 'pai' | 'rpid' | 'from';
  /** Limit of concurrent incoming calls. */
  calls: number;
  /** Whether audio is encrypted with keys from the session descriptions (RFC 4568). */
  secure: boolean;
  /** Whether the trunk's TLS certificate must be valid. */
  verify: boolean;
  /** Our PEM files, for incoming calls over TLS. */
  certificate: { cert: string; key: string } | undefined;
}

const config = z.object({
  trunk: z.string().min(1).max(300),
  user: z.string().max(200).default(''),
  password: z.string().max(300).default(''),
  listen: z.string().max(100).default(''),
  sipOptions: z.string().max(1_000).default(''),
});

const options = z.strictObject({
  register: z.enum(['yes', 'no']).default('no'),
  domain: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .default(''),
  address: z
    .string()
    .refine((text) => isIP(text) > 0)
    .or(z.literal(''))
    .default(''),
  from: z.string().max(500).default(''),
  t38: z.enum(['accept', 'request', 'first', 'refuse']).optional(),
  srtp: z.enum(['off', 'sdes']).default('off'),
  ecm: z.enum(['yes', 'no']).default('yes'),
  rate: z.enum(['14400', '12000', '9600', '7200', '4800', '2400']).default('14400'),
  codecs: z.enum(['pcmu,pcma', 'pcma,pcmu', 'pcmu', 'pcma']).default('pcmu,pcma'),
  ports: z
    .string()
    .regex(/^\d{4,5}-\d{4,5}$/)
    .default('40000-40199'),
  prefix: z
    .string()
    .regex(/^[+*#\d]{0,16}$/)
    .default('+'),
  callerid: z.enum(['pai', 'rpid', 'from']).default('pai'),
  calls: z
    .string()
    .regex(/^\d{1,3}$/)
    .default('30'),
  tls: z.enum(['verified', 'unverified']).default('verified'),
  cert: z.string().startsWith('/').max(500).or(z.literal('')).default(''),
  key: z.string().startsWith('/').max(500).or(z.literal('')).default(''),
});

/** Reads the configuration of a line; a string is a sentence that says what is wrong, without repeating secrets. */
export function readSipSettings(given: unknown): SipSettings | string {
  const parsed = config.safeParse(given);
  if (!parsed.success) return 'A SIP line needs the address of its trunk, like sip:pbx.example:5060.';
  const { trunk, user, password, listen } = parsed.data;
  const peer = peerOf(trunk);
  if (!peer)
    return 'The trunk of a SIP line is written like sip:HOST:PORT, with ;transport=tcp or ;transport=tls.';
  // A quote or a line break in a name would start another parameter or header.
  if (!/^[\x21-\x7e]*$/.test(user) || /["\\]/.test(user))
    return 'The user name of a SIP line has signs that none has.';
  const read = options.safeParse(pairsOf(parsed.data.sipOptions));
  if (!read.success) return optionFault(read.error);
  const at = listenAt(listen);
  if (at === null) return 'The address to listen at is written like 0.0.0.0:5060.';
  const from = blockList(read.data.from);
  if (!from) return 'The option from has addresses or networks, like 192.0.2.0/24, joined by comma.';
  const settings = settingsOf(read.data, { peer, lookUp: lookUpOf(trunk, peer), user, password });
  if (settings.secure && (peer.transport !== 'tls' || !settings.verify))
    return 'With srtp=sdes the keys of calls are in the signaling: the trunk needs ;transport=tls and a valid certificate.';
  if (settings.secure && settings.t38 !== 'refuse')
    return 'T.38 cannot be encrypted: with srtp=sdes a SIP line speaks sound only. Leave t38= out.';
  if (settings.secure && at && !settings.certificate && !settings.register)
    return 'With srtp=sdes a line that listens needs TLS as well: add cert= and key=.';
  if (settings.register && (user === '' || !at))
    return 'A line that registers needs a user name and an address to listen at.';
  if ((read.data.cert === '') !== (read.data.key === ''))
    return 'The options cert and key of a SIP line belong together.';
  return { ...settings, listen: at, from };
}

function settingsOf(
  given: z.infer<typeof options>,
  { peer, lookUp, user, password }: { peer: SipPeer; lookUp: LookUp; user: string; password: string },
): Omit<SipSettings, 'listen' | 'from'> {
  const { cert, key } = given;
  return {
    trunk: peer,
    lookUp,
    domain: given.domain || peer.host,
    credentials: user === '' ? undefined : { user, password },
    register: given.register === 'yes',
    address: given.address,
    t38: given.t38 ?? (given.srtp === 'sdes' ? 'refuse' : 'accept'),
    secure: given.srtp === 'sdes',
    ecm: given.ecm === 'yes',
    maxRate: Number(given.rate),
    codecs: given.codecs.split(',') as SipSettings['codecs'],
    mediaPorts: given.ports,
    prefix: given.prefix,
    callerId: given.callerid,
    calls: Number(given.calls),
    verify: given.tls === 'verified',
    certificate: cert === '' ? undefined : { cert, key },
  };
}

/** Decides which records to look up: SRV for a name without a port; NAPTR too without a transport (RFC 3263 4.1). */
function lookUpOf(trunk: string, { host }: SipPeer): LookUp {
  if (isIP(host) > 0 || /:\d+\s*(?:[;?]|$)/.test(trunk.trim())) return 'addresses';
  return /^sips:|;transport=/i.test(trunk.trim()) ? 'srv' : 'naptr';
}

/** Parses NAME=VALUE pairs joined by &; unlike in a form, a plus sign is a plus sign. */
function pairsOf(text: string): Record<string, string> {
  const query = text.trim().replace(/^\?/, '').replaceAll('+', '%2B');
  return Object.fromEntries(new URLSearchParams(query));
}

function optionFault(error: z.ZodError): string {
  const [issue] = error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  if (unknown !== undefined) return `A SIP line has no option “${unknown.slice(0, 40)}”.`;
  return `The option “${String(issue?.path[0] ?? '')}” of a SIP line cannot have this value: see docs/sip.md.`;
}

/** Parses the address; returns undefined for an empty text, null for an invalid one. */
function listenAt(text: string): SipSettings['listen'] | null {
  if (text === '') return undefined;
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[\d.]+):(\d{1,5})$/i.exec(text.trim()) ?? [];
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) > 0 && Number(port) <= 65_535 ? { host: bare, port: Number(port) } : null;
}

function blockList(text: string): BlockList | null {
  const list = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const [address = '', bits] = part.split('/');
    const most = isIPv6(address) ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (isIP(address) === 0 || !Number.isInteger(prefix) || prefix < 1 || prefix > most) return null;
    list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
