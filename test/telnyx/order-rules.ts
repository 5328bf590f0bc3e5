import { readFileSync } from 'node:fs';

/** A form with fields and at most one file. */
export interface Form {
  fields: Record<string, string>;
  file?: Buffer;
}

/** A fault of a request, in the carrier's form. */
export interface RuleFault {
  pointer: string;
  detail: string;
}

const E164 = /^\+[1-9]\d{6,14}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MAX_MEDIA = 20 * 1024 * 1024;
const QUALITIES = ['normal', 'high', 'very_high', 'ultra_light', 'ultra_dark'];

/** Fields of an order (schema SendFaxRequest); from the published document, if a copy of it is configured. */
const ORDER_FIELDS = documentFields('SendFaxRequest') ?? [
  'black_threshold',
  'client_state',
  'connection_id',
  'from',
  'from_display_name',
  'media_name',
  'media_url',
  'monochrome',
  'preview_format',
  'quality',
  'store_media',
  'store_preview',
  't38_enabled',
  'to',
  'webhook_url',
];
const MEDIA_FIELDS = documentFields('UploadMediaMultipartRequest') ?? ['media', 'media_name', 'ttl_secs'];

/** Returns why the carrier would refuse an order, or null. */
export function faultOfOrder(
  order: Record<string, unknown>,
  carrier: { connection: string; media: ReadonlyMap<string, unknown> },
): RuleFault | null {
  const unknown = Object.keys(order).find((field) => !ORDER_FIELDS.includes(field));
  if (unknown) return { pointer: `/${unknown}`, detail: 'is not known' };
  if (order['connection_id'] !== carrier.connection)
    return { pointer: '/connection_id', detail: 'is not yours' };
  for (const field of ['from', 'to']) {
    if (!E164.test(wordOf(order[field]))) return { pointer: `/${field}`, detail: 'must be in E.164' };
  }
  const sources = ['media_name', 'media_url', 'contents'].filter((field) => order[field] !== undefined);
  if (sources.length !== 1) return { pointer: '/media_name', detail: 'one source of media is needed' };
  if (!carrier.media.has(String(order['media_name'])))
    return { pointer: '/media_name', detail: 'was not uploaded' };
  if (!BASE64.test(wordOf(order['client_state'])))
    return { pointer: '/client_state', detail: 'must be base64' };
  if (!QUALITIES.includes(wordOf(order['quality'] ?? 'high')))
    return { pointer: '/quality', detail: 'is unknown' };
  const display = wordOf(order['from_display_name']);
  return /^[\w~!.+ -]{0,128}$/.test(display)
    ? null
    : { pointer: '/from_display_name', detail: 'has other signs' };
}

/** Returns why the carrier would refuse an upload, or null. */
export function faultOfMedia({ fields, file }: Form): RuleFault | null {
  const unknown = Object.keys(fields).find((field) => !MEDIA_FIELDS.includes(field));
  if (unknown) return { pointer: `/${unknown}`, detail: 'is not known' };
  if (!file) return { pointer: '/media', detail: 'is missing' };
  if (file.length > MAX_MEDIA) return { pointer: '/media', detail: 'is too large' };
  if (!/^\d+$/.test(fields['ttl_secs'] ?? '0')) return { pointer: '/ttl_secs', detail: 'must be a number' };
  return null;
}

/** Parses multipart/form-data (RFC 7578). */
export function readForm(type: string, body: Buffer): Form {
  const boundary = /boundary=([^;]+)/.exec(type)?.[1];
  const form: Form = { fields: {} };
  if (!boundary) return form;
  const text = body.toString('latin1');
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, end);
    const value = part.slice(end + 4, -2);
    const name = /name="([^"]+)"/.exec(head)?.[1] ?? '';
    if (head.includes('filename=')) form.file = Buffer.from(value, 'latin1');
    else form.fields[name] = value;
  }
  return form;
}

/**
 * Returns the names of a schema's properties in the carrier's published document, if F2E_TELNYX_OPENAPI names a copy.
 */
function documentFields(schema: string): string[] | null {
  const file = process.env['F2E_TELNYX_OPENAPI'];
  if (!file) return null;
  const block = new RegExp(`^    ${schema}:\\n((?:      .*\\n)+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
  if (!block) throw new Error(`the document ${file} has no schema ${schema}`);
  const properties = /^ {6}properties:\n((?: {8}.*\n)+)/m.exec(block)?.[1] ?? '';
  return [...properties.matchAll(/^ {8}(\w+):/gm)].map(([, name]) => name ?? '');
}

/** Returns a field's text; values of other types satisfy no rule. */
function wordOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
