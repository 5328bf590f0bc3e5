/**
 * Where each kind of session begins after the server has logged the browser in and redirects it (spec http-api 1.9).
 */
export const FIRST_PAGES = {
  user: '/dashboard?handoff=1',
  multifax: '/multifax/login?auto-login=1',
} as const;
