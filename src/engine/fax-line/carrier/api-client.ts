import type { z } from 'zod';

import { readRetryAfter } from '#engine/outbound-guard/port.ts';
import type { OutboundAnswer, OutboundGuard, OutboundRequest } from '#engine/outbound-guard/port.ts';

import type { FetchedMedia, OutgoingCall } from '../port.ts';
import { MAX_MEDIA, MEDIA_MS, pagesOf } from './pages-file.ts';
import { CarrierPace } from './pace.ts';
import type { Asked } from './pace.ts';

/**
 * The outcome of a carrier API call. `refused`: the carrier says that nothing was done. `unsent`: the request certainly
 * never left. `withdrawn`: we held it back ourselves. `later`: the carrier asked us to wait, and nothing was done.
 * `unknown`: it may have been done or not.
 */
export type ApiAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; status: number; detail: string; about: string }
  | { kind: 'unsent'; detail: string }
  | { kind: 'withdrawn'; detail: string }
  | { kind: 'later'; detail: string }
  | { kind: 'unknown'; detail: string };

/** One request. If `handOver` is given, it sends the request once the connection is open, or holds it back. */
export type ApiRequest = Partial<Omit<OutboundRequest, 'handOver'>> & {
  handOver?: OutgoingCall['handOver'];
};

/** How to reach a carrier's API, and what the carrier counts. */
export interface ApiSettings {
  /** Address without a trailing slash. */
  base: string;
  /** Authorization header of every request. */
  authorization: string;
  readonly askedBy: (path: string, method: string) => Asked;
  /** Extracts the carrier's message about a refusal, and the field that it is about. */
  readonly refusal: (parsed: unknown) => { words: string; about: string };
}

/** Size limit of a response in bytes; lists of faxes are smaller. */
const MAX_ANSWER = 2 * 1024 * 1024;
const ANSWER_MS = 20_000;
/** Time limit for a document of 20 MB over a slow connection; some carriers convert it before they respond. */
const ORDER_MS = 120_000;

/** Calls a carrier's API; each call is limited in time and size, and all of them keep to the carrier's pace. */
export class ApiClient {
  readonly pace = new CarrierPace();
  readonly #guard: OutboundGuard;
  readonly #settings: ApiSettings;

  constructor(guard: OutboundGuard, settings: ApiSettings) {
    this.#guard = guard;
    this.#settings = settings;
  }

  /** Sends a request with a JSON body. */
  async post<T>(
    shape: z.ZodType<T>,
    path: string,
    json: object,
    handOver?: OutgoingCall['handOver'],
  ): Promise<ApiAnswer<T>> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(json);
    return await this.ask(shape, path, { method: 'POST', body, headers, ...(handOver && { handOver }) });
  }

  /** Orders a fax with its document in the body. Once connected, `handOver` sends the order or holds it back. */
  async order<T>(
    shape: z.ZodType<T>,
    path: string,
    { body, type }: { body: string | Uint8Array; type: string },
    handOver: OutgoingCall['handOver'],
  ): Promise<ApiAnswer<T>> {
    const headers = { 'content-type': type };
    return await this.ask(shape, path, { method: 'POST', body, headers, limitMs: ORDER_MS, handOver });
  }

  async ask<T>(shape: z.ZodType<T>, path: string, options: ApiRequest = {}): Promise<ApiAnswer<T>> {
    const answer = await this.pace.during(async () => await this.#exchange(path, options));
    if (!answer) return { kind: 'later', detail: 'the carrier wants us to wait' };
    if ('detail' in answer) return answer;
    if (answer.kind === 'refused') {
      const unsent = answer.reason === 'HOST_NOT_ALLOWED' || answer.reason === 'HOST_UNKNOWN';
      return { kind: unsent ? 'unsent' : 'unknown', detail: answer.reason };
    }
    const { status, body } = answer;
    if (status === 429) return { kind: 'later', detail: 'the carrier answers 429' };
    if (status >= 500 || status < 200) return { kind: 'unknown', detail: `the carrier answers ${status}` };
    if (status >= 300) return this.#refusal(status, body);
    const parsed = shape.safeParse(status === 204 ? null : parse(body));
    return parsed.success
      ? { kind: 'ok', value: parsed.data }
      : { kind: 'unknown', detail: 'the carrier answers in an unknown form' };
  }

  /** Fetches the pages of a received fax as PDF. Fetching ignores the pace of orders. */
  async pages(path: string): Promise<FetchedMedia> {
    const { base, authorization } = this.#settings;
    const headers = { accept: 'application/pdf', authorization };
    const limits = { limitMs: MEDIA_MS, maxBytes: MAX_MEDIA };
    return pagesOf(await this.#guard.request(`${base}${path}`, { ...limits, headers }));
  }

  /** Sends one request and records how the carrier responded, for the pace. */
  async #exchange(
    path: string,
    { handOver, ...options }: ApiRequest,
  ): Promise<OutboundAnswer | { kind: 'withdrawn' | 'unsent'; detail: string }> {
    const order: { is: 'unsent' | 'sent' | 'withdrawn' } = { is: handOver ? 'unsent' : 'sent' };
    const { base, authorization, askedBy } = this.#settings;
    const answer = await this.#guard.request(`${base}${path}`, {
      limitMs: ANSWER_MS,
      maxBytes: MAX_ANSWER,
      ...options,
      headers: { accept: 'application/json', ...options.headers, authorization },
      ...(handOver && {
        handOver: async (write) => {
          const sent = await handOver(() => {
            order.is = 'sent';
            write();
          });
          if (!sent) order.is = 'withdrawn';
          return sent;
        },
      }),
    });
    if (order.is === 'withdrawn') return { kind: 'withdrawn', detail: 'the call is not ours any more' };
    this.#note(askedBy(path, options.method ?? 'GET'), answer);
    return order.is === 'unsent' && answer.kind === 'refused'
      ? { kind: 'unsent', detail: answer.reason }
      : answer;
  }

  #note(asked: Asked, answer: OutboundAnswer): void {
    // No response may mean a single broken connection: the line checks find out whether the carrier is unavailable.
    if (answer.kind === 'refused') return;
    if (answer.status === 429 || answer.status >= 500) {
      this.pace.refused(asked, readRetryAfter(answer.headers['retry-after'], new Date()));
    } else this.pace.took(asked);
  }

  #refusal(status: number, body: Buffer): ApiAnswer<never> {
    const { words, about } = this.#settings.refusal(parse(body));
    return { kind: 'refused', status, about, detail: `${status} ${words}`.trim().slice(0, 300) };
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    // A response that is not JSON has no known form; the caller reports it.
    return undefined;
  }
}
