/** What a link from a mail carries: a token, or id and key of a verification (RESET-01). */
export interface ResetLink {
  token?: string;
  verify?: '1';
  id?: string;
  key?: string;
}

/** The same as the router keeps it; ids are numbers there, or the address would show them in quotes. */
export interface ResetSearch {
  token?: string;
  verify?: 1;
  id?: number | string;
  key?: string;
}

/** Reads the address of /reset-password and /verify; the router has made numbers of what looks like one. */
export function readResetSearch(raw: Record<string, unknown>): ResetSearch {
  const { token, verify, id, key } = raw;
  return {
    ...(isWritten(token) ? { token: String(token) } : {}),
    ...(String(verify) === '1' ? { verify: 1 as const } : {}),
    ...(isWritten(id) ? { id: typeof id === 'number' ? id : String(id) } : {}),
    ...(isWritten(key) ? { key: String(key) } : {}),
  };
}

/** The link as the calls take it. */
export function linkOf({ token, verify, id, key }: ResetSearch): ResetLink {
  if (verify === 1) return { verify: '1', id: String(id ?? ''), key: key ?? '' };
  return { token: token ?? '' };
}

/** Whether the link has what its kind needs; the server decides whether it is good. */
export function isWhole(link: ResetLink): boolean {
  return link.verify === '1' ? isWritten(link.id) && isWritten(link.key) : isWritten(link.token);
}

function isWritten(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
