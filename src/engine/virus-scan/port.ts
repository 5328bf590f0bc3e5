/** The virus scanner as the rest of the product sees it. */

/** What a scan found. `unavailable`: nothing is known of the file, so it must not be let through. */
export type ScanOutcome =
  | { kind: 'clean' }
  | { kind: 'infected'; name: string }
  | { kind: 'unavailable'; reason: string };

/** Looks for malware in what people upload. */
export interface VirusScanner {
  /** Scans one whole file; never throws. */
  scan(bytes: Uint8Array): Promise<ScanOutcome>;
  /** Says whether the scanner answers. */
  check(): Promise<{ ok: true } | { ok: false; reason: string }>;
}
