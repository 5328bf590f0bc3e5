import { z } from 'zod';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { ApiClient } from '../carrier/api-client.ts';
import type { ApiAnswer } from '../carrier/api-client.ts';
import { multipart } from '../carrier/form.ts';
import { rowsOf } from '../carrier/listed.ts';
import type { CarrierPace } from '../carrier/pace.ts';
import type { OutgoingCall } from '../port.ts';
import { fax as faxShape } from './shapes.ts';
import type { TelnyxFax } from './shapes.ts';
import type { TelnyxSettings } from './settings.ts';

/** A fax to send; its document has been uploaded as `mediaName`. */
export interface FaxOrder {
  mediaName: string;
  from: string;
  to: string;
  displayName: string;
  resolution?: 'standard' | undefined;
  clientState: string;
  webhookUrl: string;
}

/** Time limit for twenty megabytes over a slow connection. */
const UPLOAD_MS = 120_000;
/** Lifetime of an uploaded document: it is needed until the call is over, and after a crash nobody else removes it. */
const MEDIA_SECONDS = 86_400;
/** How many faxes to one number are searched for ours. */
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
const many = z.object({ data: rowsOf(faxShape.extend({ id: faxShape.shape.id.catch('') })) });
const anything = z.unknown();

/** The calls of the carrier's API that a line needs (OpenAPI document, /faxes, /media). */
export class TelnyxClient {
  readonly #connection: string;
  readonly #api: ApiClient;

  constructor({ apiBase, apiKey, connection }: TelnyxSettings, guard: OutboundGuard) {
    this.#connection = connection;
    this.#api = new ApiClient(guard, {
      base: apiBase,
      authorization: `Bearer ${apiKey}`,
      // The carrier's rate limits distinguish orders, documents, and everything else.
      askedBy: (path, method) => {
        if (method !== 'POST') return 'look';
        return path === '/faxes' ? 'order' : path === '/media' ? 'upload' : 'look';
      },
      refusal: (parsed) => {
        const [first] = errors.safeParse(parsed).data?.errors ?? [];
        const words = first ? [first.code, first.title, first.detail].filter(Boolean).join(' ') : '';
        return { words, about: first?.source.pointer ?? '' };
      },
    });
  }

  /** The pace at which the carrier accepts requests. */
  get pace(): Pick<CarrierPace, 'recovering' | 'restMs' | 'distrust'> {
    return this.#api.pace;
  }

  /** Uploads the document to the carrier, so that our server need not be reachable from outside. */
  async upload(name: string, tiff: Uint8Array): Promise<ApiAnswer<unknown>> {
    const fields = { media_name: name, ttl_secs: String(MEDIA_SECONDS) };
    const { body, type } = multipart(fields, { field: 'media', name: `${name}.tiff`, bytes: tiff });
    return await this.#api.ask(anything, '/media', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
      limitMs: UPLOAD_MS,
    });
  }

  async removeMedia(name: string): Promise<void> {
    await this.#api.ask(anything, `/media/${encodeURIComponent(name)}`, { method: 'DELETE' });
  }

  /** Orders a fax. Once the connection is open, `handOver` sends the order or holds it back. */
  async send(order: FaxOrder, handOver: OutgoingCall['handOver']): Promise<ApiAnswer<TelnyxFax>> {
    const body = {
      connection_id: this.#connection,
      media_name: order.mediaName,
      from: order.from,
      to: order.to,
      ...(order.displayName && { from_display_name: order.displayName }),
      quality: order.resolution === 'standard' ? 'normal' : 'high',
      client_state: order.clientState,
      webhook_url: order.webhookUrl,
    };
    return data(await this.#api.post(one, '/faxes', body, handOver));
  }

  async view(id: string): Promise<ApiAnswer<TelnyxFax>> {
    return data(await this.#api.ask(one, `/faxes/${encodeURIComponent(id)}`));
  }

  /** Returns the latest faxes to a number, to find the one with our reference. */
  async list(to: string, since: Date): Promise<ApiAnswer<TelnyxFax[]>> {
    const query = new URLSearchParams({
      'filter[to][eq]': to,
      'filter[direction][eq]': 'outbound',
      'filter[created_at][gte]': since.toISOString(),
      'page[size]': String(LIST_SIZE),
      'page[number]': '1',
    });
    return data(await this.#api.ask(many, `/faxes?${query.toString()}`));
  }

  async cancel(id: string): Promise<void> {
    await this.#api.post(anything, `/faxes/${encodeURIComponent(id)}/actions/cancel`, {});
  }

  /** Requests a new address for the pages of a received fax. */
  async refresh(id: string): Promise<void> {
    await this.#api.post(anything, `/faxes/${encodeURIComponent(id)}/actions/refresh`, {});
  }

  /** Checks whether the carrier responds and accepts our key. */
  async ping(): Promise<ApiAnswer<unknown>> {
    return await this.#api.ask(anything, '/faxes?page%5Bsize%5D=1');
  }
}

function data<T>(answer: ApiAnswer<{ data: T }>): ApiAnswer<T> {
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.data } : answer;
}
