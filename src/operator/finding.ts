/** What one look of the doctor found; the remedy may be left out. */
export interface Finding {
  ok: boolean;
  message: string;
  remedy?: string;
}

/** One thing that was looked at. A remedy on a good check is advice. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
  remedy: string;
}
