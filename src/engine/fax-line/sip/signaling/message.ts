/** A header of a message to send. */
export type SipHeader = readonly [name: string, value: string];

interface SipCommon {
  /** Values by the lower-case long name of their header; lists are split. */
  headers: ReadonlyMap<string, readonly string[]>;
  body: string;
  /** The whole message as received. */
  text: string;
  /** Branch of the topmost Via. */
  branch: string;
  callId: string;
  cseq: number;
  /** The method in the CSeq header: for a response, the method of its request. */
  cseqMethod: string;
  fromTag: string;
  toTag: string;
}

export type SipRequest = SipCommon & { kind: 'request'; method: string; uri: string };
export type SipResponse = SipCommon & { kind: 'response'; status: number; reason: string };
export type SipMessage = SipRequest | SipResponse;

/** Longer messages, or more headers, do not belong to a fax call. */
export const MAX_MESSAGE_BYTES = 65_536;
const MAX_HEADERS = 200;

/** Short forms of header names (RFC 3261 7.3.3). */
const LONG_NAMES: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  k: 'supported',
  x: 'session-expires',
};

/** Headers that may have several values in one line, joined by commas. */
const LISTS = new Set(['via', 'contact', 'route', 'record-route']);

/** Parses a message (RFC 3261 7); returns null if it is not one. */
export function parseMessage(bytes: Uint8Array): SipMessage | null {
  if (bytes.byteLength > MAX_MESSAGE_BYTES) return null;
  const text = Buffer.from(bytes).toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  // A lone CR or LF would start another header wherever the value is copied to.
  if ([first, ...lines].some((line) => /[\r\n\0]/.test(line))) return null;
  const headers = parseHeaders(lines);
  if (!headers) return null;
  const found = commonOf(headers, text.slice(end + 4));
  if (!found) return null;
  const common = { ...found, text };
  const response = /^SIP\/2\.0 ([1-6]\d\d) ?(.*)$/.exec(first);
  if (response) {
    const [, status = '', reason = ''] = response;
    return { ...common, kind: 'response', status: Number(status), reason };
  }
  const request = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(first);
  const [, method = '', uri = ''] = request ?? [];
  return request && method === common.cseqMethod ? { ...common, kind: 'request', method, uri } : null;
}

/** Writes a message; `first` is its request or status line. */
export function formatMessage(first: string, headers: readonly SipHeader[], body = ''): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}

/** The first value of a header; empty when it is missing. */
export function headerOf(message: Pick<SipCommon, 'headers'>, name: string): string {
  return message.headers.get(name)?.[0] ?? '';
}

function parseHeaders(lines: readonly string[]): Map<string, string[]> | null {
  if (lines.length > MAX_HEADERS) return null;
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) return null;
    const short = line.slice(0, colon).trim().toLowerCase();
    const name = LONG_NAMES[short] ?? short;
    const value = line.slice(colon + 1).trim();
    const values = LISTS.has(name) ? splitList(value) : [value];
    headers.set(name, [...(headers.get(name) ?? []), ...values]);
  }
  return headers;
}

/** Splits values joined by commas; commas may also occur in quotes and in angle brackets. */
function splitList(value: string): string[] {
  return [...value.matchAll(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,"<])+/g)].map(([part]) => part.trim());
}

/** Returns the parts that every message must have (RFC 3261 8.1.1). */
function commonOf(headers: Map<string, string[]>, rest: string): Omit<SipCommon, 'text'> | null {
  const first = (name: string): string => headers.get(name)?.[0] ?? '';
  const cseq = /^(\d{1,10})\s+([A-Z]+)$/.exec(first('cseq'));
  const complete = ['via', 'from', 'to', 'call-id'].every((name) => first(name) !== '');
  const length = first('content-length');
  if (!cseq || !complete || !/^\d{0,5}$/.test(length)) return null;
  const body = length === '' ? rest : Buffer.from(rest).subarray(0, Number(length)).toString();
  return {
    headers,
    body,
    branch: /;\s*branch=([^;,\s]+)/i.exec(first('via'))?.[1] ?? '',
    callId: first('call-id'),
    cseq: Number(cseq[1]),
    cseqMethod: cseq[2] ?? '',
    fromTag: tagOf(first('from')),
    toTag: tagOf(first('to')),
  };
}

function tagOf(address: string): string {
  return /;\s*tag=([^;\s]+)/i.exec(address.replace(/^.*>/, ''))?.[1] ?? '';
}
