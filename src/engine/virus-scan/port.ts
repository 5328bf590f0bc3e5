/** The virus scanner as the rest of the product sees it. */

/** The outcome of a scan. `unavailable`: nothing is known about the file, so it must not be let through. */
export type ScanOutcome =
  | { kind: 'clean' }
  | { kind: 'infected'; name: string }
  | { kind: 'unavailable'; reason: string };

/** Looks for malware in uploaded files. */
export interface VirusScanner {
  /** Scans one whole file; never throws. */
  scan(bytes: Uint8Array): Promise<ScanOutcome>;
  /** Checks whether the scanner answers. */
  check(): Promise<{ ok: true } | { ok: false; reason: string }>;
}
