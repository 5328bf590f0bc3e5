/** A refused call. `code` is the reason, whose meaning never changes; `detail` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** The invalid inputs: JSON pointers into the body, or `/name` of a query parameter. */
  readonly errors: { pointer: string; code: string }[];
  /** Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next attempt, if the service sent them. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, problem: Problem) {
    super(problem.detail ?? `The service answered ${response.status}.`);
    this.status = response.status;
    this.code = problem.code ?? `http_${response.status}`;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? response.headers.get('x-request-id') ?? undefined;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  }

  /** Parses a problem document (RFC 9457); anything else, such as a proxy's page, becomes `http_502`. */
  static async from(response: Response): Promise<ApiError> {
    const problem = await response.json().then(
      (body: unknown) => (typeof body === 'object' && body !== null ? (body as Problem) : {}),
      () => ({}),
    );
    return new ApiError(response, problem);
  }
}

interface Problem {
  code?: string;
  detail?: string;
  errors?: { pointer: string; code: string }[];
  request_id?: string;
}

/** A call without a response: it is unknown whether it was carried out. Repeat it with the same idempotency key. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
