/** The address parameters of the administrators' login; the router parses number-like values as numbers. */
export interface MultifaxLoginSearch {
  /** Set if a form posted from another brand's domain was refused (spec http-api 1.7). */
  error?: 1;
  /** Set if such a form was correct, and its owner requires a second step (spec http-api 12.8). */
  step?: 1;
  /** Skips the form if this browser already has an administrator's session (MFL-08). */
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
