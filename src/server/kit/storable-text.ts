import { AppError } from './app-error.ts';

/** Whether PostgreSQL can hold a text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The first characters of a text; one that takes two places is left out whole, because half of it cannot be stored. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Cs}$/u, '');
}

/**
 * The first place in an input where a text, or the name of a field, cannot be stored: the name of the outermost field,
 * or '' where it has none. Null when every text can be stored. Walks without recursion, because a body may be nested as
 * deeply as its size allows.
 */
export function unstorableField(input: unknown): string | null {
  const waiting: { field: string; value: unknown }[] = [{ field: '', value: input }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { field, value } = next;
    if (typeof value === 'string' && !isStorable(value)) return field;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return field;
      waiting.push({ field: field || name, value: inner });
    }
  }
  return null;
}

/** Passes a multipart field on when it can be stored. @throws {AppError} FIELD_INVALID, which names the field */
export function requireStorable(field: string, text: string): string {
  if (!isStorable(text)) throw new AppError('FIELD_INVALID', { fields: { [field]: 'CONTROL_CHARACTER' } });
  return text;
}
