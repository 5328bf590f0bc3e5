import type { ErrorCode } from '#contract/error-status.ts';

/** What goes with an error besides its code. */
export interface ErrorOptions {
  /** A code per input that is wrong. */
  fields?: Record<string, string>;
  /** Values for the sentence: `errors.<CODE>` in the locale file, `{{name}}` in it. */
  params?: Record<string, string | number>;
  retryAfterSeconds?: number;
  /** Another sentence than the code's own: `errors.<sentence>`, where one code of the wire means two things. */
  sentence?: string;
  /** A number that goes along, where the contract names one (8.10). */
  number?: number;
  cause?: unknown;
}

/** An expected failure of a call: a code of the contract, which decides the status and the sentence (spec http-api 0.4). */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly params: Record<string, string | number>;
  readonly retryAfterSeconds: number | undefined;
  readonly sentence: string;
  readonly number: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.params = options.params ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.sentence = options.sentence ?? code;
    this.number = options.number;
  }
}
