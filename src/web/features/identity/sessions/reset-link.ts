/** The contents of a mail link: a token, or id and key of a verification (RESET-01). */
export interface ResetLink {
  token?: string;
  verify?: '1';
  id?: string;
  key?: string;
}

/** The same in the router's format; ids are numbers, because the address would otherwise show them in quotes. */
export interface ResetSearch {
  token?: string;
  verify?: 1;
  id?: number | string;
  key?: string;
}

/** Reads the address of /reset-password and /verify; the router parses number-like values as numbers. */
export function readResetSearch(raw: Record<string, unknown>): ResetSearch {
  const { token, verify, id, key } = raw;
  return {
    ...(isWritten(token) ? { token: String(token) } : {}),
    ...(String(verify) === '1' ? { verify: 1 as const } : {}),
    ...(isWritten(id) ? { id: typeof id === 'number' ? id : String(id) } : {}),
    ...(isWritten(key) ? { key: String(key) } : {}),
  };
}

/** Returns the link in the format of the calls. */
export function linkOf({ token, verify, id, key }: ResetSearch): ResetLink {
  if (verify === 1) return { verify: '1', id: String(id ?? ''), key: key ?? '' };
  return { token: token ?? '' };
}

/** Returns whether the link is complete for its kind; the server decides whether it is valid. */
export function isWhole(link: ResetLink): boolean {
  return link.verify === '1' ? isWritten(link.id) && isWritten(link.key) : isWritten(link.token);
}

function isWritten(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
