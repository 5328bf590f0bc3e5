import type { LINE_KINDS } from '#contract/faxes/queue.admin.ts';

const FIELDS = {
  hylafax: ['server', 'user', 'password', 'admin', 'modem', 'options'],
  telnyx: ['connection', 'webhookKey', 'apiKey', 'apiBase'],
  simulator: [],
} as const;
const COMMON = ['name', 'pattern', 'priority', 'channels'] as const;
/** What must be there, by kind; the rest has a meaning when it is empty. */
const NEEDED = {
  hylafax: ['server', 'user', 'password'],
  telnyx: ['connection', 'webhookKey', 'apiKey'],
  simulator: [],
} as const;

type Kind = (typeof LINE_KINDS)[number];
/** A field of the form for a new line. */
export type LineField = (typeof COMMON)[number] | (typeof FIELDS)[Kind][number];
/** What is typed so far. */
export type LineWish = { kind: Kind } & { [Name in LineField]?: string };

/** Fields that nobody looking over a shoulder shall read. */
export const SECRETS: ReadonlySet<LineField> = new Set(['password', 'admin', 'apiKey']);

/** The fields of a kind, in their order. */
export function lineFields(kind: Kind): readonly LineField[] {
  return [...COMMON.slice(0, 1), ...FIELDS[kind], ...COMMON.slice(1)];
}

/** Whether the server can be asked; it says itself what is wrong with what was typed. */
export function isComplete(wish: LineWish): boolean {
  return (
    NEEDED[wish.kind].every((name) => (wish[name] ?? '').trim() !== '') &&
    (wish.pattern ?? '').trim() !== '' &&
    isWhole(wish.priority) &&
    isWhole(wish.channels)
  );
}

function isWhole(written = ''): boolean {
  return /^\d{1,6}$/u.test(written.trim());
}

/** The configuration as `f2e line add` takes it; every part of the address is escaped, a password may hold anything. */
export function configOf(wish: LineWish): Record<string, string> {
  if (wish.kind === 'hylafax') return { url: addressOf(wish) };
  if (wish.kind === 'simulator') return {};
  const given = FIELDS.telnyx.map((name) => [name, (wish[name] ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

function addressOf({
  server = '',
  user = '',
  password = '',
  admin = '',
  modem = '',
  options = '',
}: LineWish): string {
  const query = new URLSearchParams(options.trim().replace(/^\?/u, ''));
  if (admin !== '') query.set('admin', admin);
  if (modem.trim() !== '') query.set('modem', modem.trim());
  const login = `${encodeURIComponent(user.trim())}:${encodeURIComponent(password)}`;
  const written = query.size > 0 ? `?${query.toString()}` : '';
  return `hylafax://${login}@${server.trim()}${written}`;
}
