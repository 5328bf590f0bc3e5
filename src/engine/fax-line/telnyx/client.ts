import { z } from 'zod';

import { readRetryAfter } from '#engine/outbound-guard/port.ts';
import type { OutboundAnswer, OutboundGuard, OutboundRequest } from '#engine/outbound-guard/port.ts';

import type { OutgoingCall } from '../port.ts';
import { multipart } from './form.ts';
import { CarrierPace } from './pace.ts';
import type { Asked } from './pace.ts';
import { fax as faxShape } from './shapes.ts';
import type { TelnyxFax } from './shapes.ts';
import type { TelnyxSettings } from './settings.ts';

/**
 * What a call of the API came to. `refused` is the carrier's word that nothing was done; `unsent` means that the
 * request surely never left, `withdrawn` that we held it back ourselves, and `later` that the carrier wants us to wait
 * and nothing was done; after `unknown` it may have been done or not.
 */
export type ApiAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; status: number; detail: string; about: string }
  | { kind: 'unsent'; detail: string }
  | { kind: 'withdrawn'; detail: string }
  | { kind: 'later'; detail: string }
  | { kind: 'unknown'; detail: string };

/** A fax to send; its document was uploaded under `mediaName`. */
export interface FaxOrder {
  mediaName: string;
  from: string;
  to: string;
  displayName: string;
  resolution?: 'standard' | undefined;
  clientState: string;
  webhookUrl: string;
}

/** Longer answers than a list of faxes has are not read. */
const MAX_ANSWER = 2 * 1024 * 1024;
const ANSWER_MS = 20_000;
/** Twenty megabytes over a slow way out. */
const UPLOAD_MS = 120_000;
/** Documents are needed until the call is over; after a crash nobody else removes them. */
const MEDIA_SECONDS = 86_400;
/** Faxes to one number that are looked through for ours. */
const LIST_SIZE = 100;

const errors = z.object({
  errors: z
    .array(
      z.object({
        code: z.coerce.string().catch(''),
        title: z.string().catch(''),
        detail: z.string().catch(''),
        source: z.object({ pointer: z.string().catch('') }).catch({ pointer: '' }),
      }),
    )
    .min(1),
});
const one = z.object({ data: faxShape });
const many = z.object({ data: z.array(faxShape) });
const anything = z.unknown();

/** The calls of the carrier's API that a line needs, each bounded in time and size (OpenAPI document, /faxes, /media). */
export class TelnyxClient {
  readonly #settings: TelnyxSettings;
  readonly #guard: OutboundGuard;
  readonly #pace = new CarrierPace();

  constructor(settings: TelnyxSettings, guard: OutboundGuard) {
    this.#settings = settings;
    this.#guard = guard;
  }

  /** How the carrier takes what is asked of it. */
  get pace(): Pick<CarrierPace, 'recovering' | 'restMs' | 'distrust'> {
    return this.#pace;
  }

  /** Puts the document where the carrier can take it from, so that ours need not be reachable from outside. */
  async upload(name: string, tiff: Uint8Array): Promise<ApiAnswer<unknown>> {
    const { body, type } = multipart({ media_name: name, ttl_secs: String(MEDIA_SECONDS) }, name, tiff);
    return await this.#ask(anything, '/media', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
      limitMs: UPLOAD_MS,
    });
  }

  async removeMedia(name: string): Promise<void> {
    await this.#ask(anything, `/media/${encodeURIComponent(name)}`, { method: 'DELETE' });
  }

  /** Orders a fax; when the connection stands, `handOver` sends the order or holds it back. */
  async send(order: FaxOrder, handOver: OutgoingCall['handOver']): Promise<ApiAnswer<TelnyxFax>> {
    const body = {
      connection_id: this.#settings.connection,
      media_name: order.mediaName,
      from: order.from,
      to: order.to,
      ...(order.displayName && { from_display_name: order.displayName }),
      quality: order.resolution === 'standard' ? 'normal' : 'high',
      client_state: order.clientState,
      webhook_url: order.webhookUrl,
    };
    return data(await this.#post(one, '/faxes', body, handOver));
  }

  async view(id: string): Promise<ApiAnswer<TelnyxFax>> {
    return data(await this.#ask(one, `/faxes/${encodeURIComponent(id)}`));
  }

  /** The latest faxes to a number, to find the one that bears our reference. */
  async list(to: string, since: Date): Promise<ApiAnswer<TelnyxFax[]>> {
    const query = new URLSearchParams({
      'filter[to][eq]': to,
      'filter[direction][eq]': 'outbound',
      'filter[created_at][gte]': since.toISOString(),
      'page[size]': String(LIST_SIZE),
      'page[number]': '1',
    });
    return data(await this.#ask(many, `/faxes?${query.toString()}`));
  }

  async cancel(id: string): Promise<void> {
    await this.#post(anything, `/faxes/${encodeURIComponent(id)}/actions/cancel`, {});
  }

  /** Makes a new address for the pages of a received fax. */
  async refresh(id: string): Promise<void> {
    await this.#post(anything, `/faxes/${encodeURIComponent(id)}/actions/refresh`, {});
  }

  /** Whether the carrier answers and takes our key. */
  async ping(): Promise<ApiAnswer<unknown>> {
    return await this.#ask(anything, '/faxes?page%5Bsize%5D=1');
  }

  async #post<T>(
    shape: z.ZodType<T>,
    path: string,
    json: object,
    handOver?: OutgoingCall['handOver'],
  ): Promise<ApiAnswer<T>> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(json);
    return await this.#ask(shape, path, { method: 'POST', body, headers, ...(handOver && { handOver }) });
  }

  async #ask<T>(
    shape: z.ZodType<T>,
    path: string,
    options: Partial<OutboundRequest> = {},
  ): Promise<ApiAnswer<T>> {
    const answer = await this.#pace.during(async () => await this.#exchange(path, options));
    if (!answer) return { kind: 'later', detail: 'the carrier wants us to wait' };
    if ('detail' in answer) return answer;
    if (answer.kind === 'refused') {
      const unsent = answer.reason === 'HOST_NOT_ALLOWED' || answer.reason === 'HOST_UNKNOWN';
      return { kind: unsent ? 'unsent' : 'unknown', detail: answer.reason };
    }
    const { status, body } = answer;
    if (status === 429) return { kind: 'later', detail: 'the carrier answers 429' };
    if (status >= 500 || status < 200) return { kind: 'unknown', detail: `the carrier answers ${status}` };
    if (status >= 300) return refusal(status, body);
    const parsed = shape.safeParse(status === 204 ? null : parse(body));
    return parsed.success
      ? { kind: 'ok', value: parsed.data }
      : { kind: 'unknown', detail: 'the carrier answers in an unknown form' };
  }

  /** One request, and what it says about the carrier. */
  async #exchange(
    path: string,
    { handOver, ...options }: Partial<OutboundRequest>,
  ): Promise<OutboundAnswer | { kind: 'withdrawn' | 'unsent'; detail: string }> {
    const order: { is: 'unsent' | 'sent' | 'withdrawn' } = { is: handOver ? 'unsent' : 'sent' };
    const answer = await this.#guard.request(`${this.#settings.apiBase}${path}`, {
      limitMs: ANSWER_MS,
      maxBytes: MAX_ANSWER,
      ...options,
      headers: {
        accept: 'application/json',
        ...options.headers,
        authorization: `Bearer ${this.#settings.apiKey}`,
      },
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
    // No answer at all may be one broken connection: whether the carrier is away is found out by the checks of lines.
    if (answer.kind === 'refused') return;
    if (answer.status === 429 || answer.status >= 500) {
      this.#pace.refused(asked, readRetryAfter(answer.headers['retry-after'], new Date()));
    } else this.#pace.took(asked);
  }
}

/** By what the carrier counts: orders, documents, and everything else. */
function askedBy(path: string, method: string): Asked {
  if (method !== 'POST') return 'look';
  return path === '/faxes' ? 'order' : path === '/media' ? 'upload' : 'look';
}

function data<T>(answer: ApiAnswer<{ data: T }>): ApiAnswer<T> {
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.data } : answer;
}

function refusal(status: number, body: Buffer): ApiAnswer<never> {
  const [first] = errors.safeParse(parse(body)).data?.errors ?? [];
  const words = first ? [first.code, first.title, first.detail].filter(Boolean).join(' ') : '';
  return {
    kind: 'refused',
    status,
    about: first?.source.pointer ?? '',
    detail: `${status} ${words}`.trim().slice(0, 300),
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    // An answer that is no JSON has no form that we know; the caller says so.
    return undefined;
  }
}
