import type { ConsoleLineKind } from '#contract/faxes/queue.admin.ts';

/** One field of the form for a new line. */
export type LineFormField = ConsoleLineKind['fields'][number];

/** The values typed so far, by field name. */
export type LineForm = Readonly<Record<string, string>>;

const NAME = common('name');
/** The fields that every line has, in addition to its name. */
export const SHARED = [
  common('pattern'),
  common('priority'),
  common('price'),
  common('channels'),
  common('hours'),
];

/** The initial values of a new form. */
export const NEW_LINE: LineForm = { pattern: '*', priority: '100', channels: '4' };

/** Returns the fields of a kind, in order. */
export function lineFields(kind: ConsoleLineKind): readonly LineFormField[] {
  return [NAME, ...kind.fields, ...SHARED];
}

/** Returns whether the form can be sent; the server reports what is wrong with the values. */
export function isComplete(kind: ConsoleLineKind, form: LineForm): boolean {
  return (
    kind.fields.every(({ name, required }) => !required || (form[name] ?? '').trim() !== '') &&
    (form['pattern'] ?? '').trim() !== '' &&
    isWhole(form['priority']) &&
    priceOf(form) !== undefined &&
    isWhole(form['channels'])
  );
}

/** Returns the configuration by the kind's field names: omits empty values, and does not trim secrets. */
export function configOf(kind: ConsoleLineKind, form: LineForm): Record<string, string> {
  const given = kind.fields.map(({ name, secret }) => {
    const typed = form[name] ?? '';
    return [name, secret ? typed : typed.trim()] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value.trim() !== ''));
}

/** Returns the price per page in cents; null if empty, undefined if it is not an amount. */
export function priceOf(form: LineForm): number | null | undefined {
  const written = (form['price'] ?? '').trim();
  if (written === '') return null;
  return /^\d{1,5}([.,]\d{1,6})?$/u.test(written) ? Number(written.replace(',', '.')) : undefined;
}

function isWhole(written = ''): boolean {
  return /^\d{1,6}$/u.test(written.trim());
}

function common(name: string): LineFormField {
  return { name, label: '', hint: '', secret: false, required: false };
}
