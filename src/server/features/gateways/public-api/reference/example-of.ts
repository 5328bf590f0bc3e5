import type { Schema } from '#contract/v1/document.ts';

/** Example ids by kind of object. */
const IDS: Readonly<Record<string, string>> = {
  fax: 'fax_48211',
  account: 'acc_311',
  contact: 'con_77',
  group: 'grp_12',
  webhook: 'whk_Zk3vQ0aT9x',
  delivery: 'whd_1042',
  event: 'evt_0f8fad5bd9cb469fa16570867728950e',
  key: 'key_8Zp2Lm4QaT',
  blocked_number: 'blk_9',
};
const ID_BY_PREFIX = Object.fromEntries(Object.values(IDS).map((id) => [id.split('_', 1)[0], id]));

const A_TIME = '2026-11-20T20:06:04Z';

/** Values for fields whose schema does not say enough for an example. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  ...IDS,
  to: '+12125550147',
  from: '+16465550123',
  number: '+12125550147',
  fax_number: '+12125550147',
  phone: '+12125550148',
  url: 'https://hooks.example.com/fax',
  email: 'orders@example.com',
  after: 'ZDEwNDI',
  next: 'ZDEwNDI',
  limit: 50,
  client_ref: 'HP-20418',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  sha256: '8f14e45fceea167a5a36dedd4bea2543c1a3d1f2b6c0e9a7d5b8f0e3c2a19476',
  bytes: 48_211,
  pages: 3,
  status: 200,
  area_code: '212',
  caller: '+12125550199',
  page: '1.png',
  duration_ms: 84,
  type: 'fax.received',
  language: 'en',
  company: 'Northwind Pharmacy',
  name: 'Northwind Pharmacy',
  description: 'Orders',
  detail: 'The line is busy.',
  error_code: 'busy',
  networks: '203.0.113.0/24',
  address: '203.0.113.7',
  content_base64: 'JVBERi0xLjcK',
};

/** Fields that are null in an example if allowed: they report trouble, or an end. */
const USUALLY_NULL =
  /^(?:error|off_reason|next|next_attempt_at|expires_at|finished_at|send_at)$|_(?:since|until|reason)$/u;

/**
 * Returns a value that the schema allows and that people recognize; `name` is the field, `kind` the kind of its object.
 */
export function exampleOf(schema: Schema, name = '', kind = ''): unknown {
  const said = schema.examples?.[0] ?? schema.const ?? schema.default;
  if (said !== undefined) return said;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'null') return null;
  const options = schema.anyOf ?? schema.oneOf;
  if (options?.some(({ type }) => type === 'null') && USUALLY_NULL.test(name)) return null;
  if (options) return exampleOf(options.find(({ type }) => type !== 'null') ?? {}, name, kind);
  if (schema.type === 'object') return exampleObject(schema);
  if (schema.type === 'array') return exampleArray(schema, name, kind);
  return exampleValue(schema, name, kind);
}

function exampleObject({ properties = {}, additionalProperties }: Schema): object {
  const kind = properties['object']?.const;
  const values = Object.entries(properties).map(([name, schema]) => [
    name,
    exampleOf(schema, name, typeof kind === 'string' ? kind : ''),
  ]);
  if (values.length === 0 && typeof additionalProperties === 'object') return {};
  return Object.fromEntries(values) as object;
}

function exampleArray({ items = {}, minItems = 0 }: Schema, name: string, kind: string): unknown[] {
  const one = exampleOf(items, name.replace(/s$/u, ''), kind);
  return minItems > 0 || one !== 'text' ? [one] : [];
}

function exampleValue(schema: Schema, name: string, kind: string): unknown {
  if (schema.format === 'date-time') return A_TIME;
  if (schema.format === 'date') return A_TIME.slice(0, 10);
  if (schema.type === 'boolean') return false;
  const [, prefix] = /^\^([a-z]+)_/u.exec(schema.pattern ?? '') ?? [];
  if (prefix !== undefined) return ID_BY_PREFIX[prefix] ?? `${prefix}_1`;
  if (name === 'id') return IDS[kind] ?? `${kind || 'obj'}_1`;
  const usual = BY_NAME[name];
  if (schema.type === 'integer' || schema.type === 'number')
    return typeof usual === 'number' ? usual : Math.max(schema.minimum ?? 1, 1);
  if (typeof usual === 'string') return usual;
  if (schema.format === 'email') return BY_NAME['email'];
  if (schema.format === 'uri') return BY_NAME['url'];
  return schema.type === undefined ? null : 'text';
}

/** Returns the body of a request in the examples: the required fields, or the values that the contract chose. */
export function exampleInput(
  schema: Schema,
  chosen: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> {
  if (chosen) return { ...chosen };
  const required = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) === true,
  );
  return Object.fromEntries(required.map(([name, part]) => [name, exampleOf(part, name)]));
}
