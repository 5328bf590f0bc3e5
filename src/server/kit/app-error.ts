import type { ErrorCode } from '#contract/error-status.ts';

/** Details of an error besides its code. */
export interface ErrorOptions {
  /** The error code of each invalid input. */
  fields?: Record<string, string>;
  /** Values for the message `errors.<CODE>` in the locale file, where they appear as `{{name}}`. */
  params?: Record<string, string | number>;
  retryAfterSeconds?: number;
  /** A message other than the code's own, `errors.<sentence>`, where one code of the wire has two meanings. */
  sentence?: string;
  /** A number sent with the error, where the contract defines one (8.10). */
  number?: number;
  cause?: unknown;
}

/**
 * An expected failure of a call: a code of the contract, which determines the status and the message (spec http-api
 * 0.4).
 */
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
