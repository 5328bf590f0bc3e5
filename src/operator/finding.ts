/** The result of one check of the doctor; the remedy is optional. */
export interface Finding {
  ok: boolean;
  message: string;
  remedy?: string;
}

/** A named check with its result. A remedy on a successful check is advice. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
  remedy: string;
}
