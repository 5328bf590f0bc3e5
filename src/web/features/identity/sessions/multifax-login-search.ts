/** What the address of the administrators' login may carry; the router has made numbers of what looks like one. */
export interface MultifaxLoginSearch {
  /** A form posted from another brand's domain was refused (spec http-api 1.7). */
  error?: 1;
  /** Such a form was right, and its owner asked for a second step (spec http-api 12.8). */
  step?: 1;
  /** Skips the form where this browser has the session of an administrator already (MFL-08). */
  'auto-login'?: 1;
}

/** Reads the address of /multifax/login. */
export function readMultifaxLoginSearch(raw: Record<string, unknown>): MultifaxLoginSearch {
  return {
    ...(String(raw['error']) === '1' ? { error: 1 } : {}),
    ...(String(raw['step']) === '1' ? { step: 1 } : {}),
    ...(String(raw['auto-login']) === '1' ? { 'auto-login': 1 } : {}),
  };
}
