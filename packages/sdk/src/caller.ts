import { ApiError, ConnectionError } from './errors.ts';
import { bodyOf } from './files.ts';
import { List } from './list.ts';
import type { Page } from './list.ts';
import { pauseBefore, worthRepeating } from './retries.ts';

/** The settings of a client. */
export interface ClientOptions {
  /** `f2e_live_…` or `f2e_test_…`. */
  key: string;
  /** Origin of your fax service, including its path if it has one: `https://fax.example.com`. */
  baseUrl: string;
  /** The account to use, for keys of an administrator or operator: `acc_311`. */
  account?: string;
  /** Timeout of a call in milliseconds; 60,000 by default. */
  timeoutMs?: number;
  /** Maximum number of retries of a call, made only if a retry is safe and can help; 3 by default. */
  maxRetries?: number;
  /** A replacement for the global fetch. */
  fetch?: typeof fetch;
}

/** Options of a single call. */
export interface CallOptions {
  account?: string;
  /**
   * Makes a retry safe even after a restart of your program, for calls that take a key; by default each call gets its
   * own.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** The details of a call from the generated methods. */
export interface CallDetails {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  /** A POST that does its work only once per Idempotency-Key. */
  idempotent?: true;
  options?: CallOptions | undefined;
}

/** Makes calls; `createApi` adds their paths and types. */
export class Caller {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    if (!options.key) throw new TypeError('The client needs a key.');
    this.#options = options;
  }

  /** Returns the response of a call. Throws ApiError if it is refused, ConnectionError if there is no response. */
  async json<Answer>(details: CallDetails): Promise<Answer> {
    const response = await this.file(details);
    return (await response.json()) as Answer;
  }

  /** Returns the raw response: its body can be streamed, saved, or read with `arrayBuffer()`. */
  async file(details: CallDetails): Promise<Response> {
    const { maxRetries = 3 } = this.#options;
    const idempotencyKey = details.options?.idempotencyKey ?? crypto.randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#once(details, idempotencyKey);
      if (answer instanceof Response && answer.ok) return answer;
      const error = answer instanceof Response ? await ApiError.from(answer) : answer;
      const safe = details.method !== 'POST' || details.idempotent === true;
      if (attempt >= maxRetries || !worthRepeating(error, safe)) throw error;
      await pauseBefore(attempt + 1, error, details.options?.signal);
    }
  }

  /** Returns a list that loads its pages during iteration. */
  list<Item>(details: CallDetails): List<Item> {
    return new List(
      async (after) =>
        await this.json<Page<Item>>({ ...details, query: { ...details.query, ...(after && { after }) } }),
    );
  }

  async #once(
    { method, path, query, body, idempotent, options = {} }: CallDetails,
    idempotencyKey: string,
  ): Promise<Response | ConnectionError> {
    const {
      key,
      baseUrl,
      account = this.#options.account,
      fetch: ask = fetch,
    } = { ...this.#options, ...options };
    const url = new URL(baseUrl.replace(/\/+$/u, '') + path);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const sent = bodyOf(body);
    const limit = AbortSignal.timeout(options.timeoutMs ?? this.#options.timeoutMs ?? 60_000);
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    const headers = {
      authorization: `Bearer ${key}`,
      ...(account && { 'f2e-account': account }),
      ...(idempotent && { 'idempotency-key': idempotencyKey }),
      ...sent.headers,
    };
    try {
      return await ask(url, {
        method,
        headers,
        signal,
        redirect: 'manual',
        ...(sent.body && { body: sent.body }),
      });
    } catch (error) {
      options.signal?.throwIfAborted();
      return new ConnectionError(`${method} ${path} got no answer.`, { cause: error });
    }
  }
}
