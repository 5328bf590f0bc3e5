import { AppError } from './app-error.ts';

/** Whether PostgreSQL can hold a text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/**
 * Returns the first characters of a text; a final character of two code units is dropped whole if only half of it fits,
 * because half a pair cannot be stored.
 */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Cs}$/u, '');
}

/**
 * Looks for a text or field name in an input that cannot be stored. Returns the name of the outermost field, '' if it
 * has none, or null if every text can be stored. Walks without recursion, because a body may be nested as deeply as its
 * size allows.
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

/** Returns a multipart field that can be stored. @throws {AppError} FIELD_INVALID, which names the field */
export function requireStorable(field: string, text: string): string {
  if (!isStorable(text)) throw new AppError('FIELD_INVALID', { fields: { [field]: 'CONTROL_CHARACTER' } });
  return text;
}
