import { z } from 'zod';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { ApiClient } from '../carrier/api-client.ts';
import type { ApiAnswer } from '../carrier/api-client.ts';
import type { CarrierPace } from '../carrier/pace.ts';
import type { FetchedMedia, OutgoingCall } from '../port.ts';
import type { SinchSettings } from './settings.ts';
import { fax, listed, ordered } from './shapes.ts';
import type { SinchFax } from './shapes.ts';

/** A fax to send. */
export interface SinchOrder {
  to: string;
  from: string;
  tiff: Uint8Array;
  headerText: string;
  labels: Record<string, string>;
  callbackUrl: string;
}

/** More faxes than any number receives in one day. */
const LIST_SIZE = 1_000;
const DAY_MS = 86_400_000;

const refused = z.object({
  message: z.string().catch(''),
  error: z.string().catch(''),
  errorDetails: z.unknown(),
});

/** The calls of the carrier's API that a line needs (Fax API 3.0). */
export class SinchClient {
  readonly #api: ApiClient;

  constructor({ apiBase, project, keyId, keySecret }: SinchSettings, guard: OutboundGuard) {
    this.#api = new ApiClient(guard, {
      base: `${apiBase}/projects/${project}`,
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      askedBy: (_, method) => (method === 'POST' ? 'order' : 'look'),
      refusal: (parsed) => {
        const { message = '', error = '', errorDetails = '' } = refused.safeParse(parsed).data ?? {};
        const about = `${message} ${JSON.stringify(errorDetails)}`.slice(0, 1_000);
        return { words: [error, message].filter(Boolean).join(' '), about };
      },
    });
  }

  /** The pace at which the carrier accepts requests. */
  get pace(): Pick<CarrierPace, 'recovering' | 'restMs' | 'distrust'> {
    return this.#api.pace;
  }

  /** Orders a fax with its document. Once the connection is open, `handOver` sends the order or holds it back. */
  async send(order: SinchOrder, handOver: OutgoingCall['handOver']): Promise<ApiAnswer<SinchFax>> {
    const { tiff, ...rest } = order;
    const body = JSON.stringify({
      ...rest,
      files: [{ file: Buffer.from(tiff).toString('base64'), fileType: 'TIF' }],
      headerPageNumbers: false,
      imageConversionMethod: 'MONOCHROME',
      callbackUrlContentType: 'application/json',
      // We retry ourselves, at our own times and over another line if there is one.
      maxRetries: 0,
    });
    return await this.#api.order(ordered, '/faxes', { body, type: 'application/json' }, handOver);
  }

  async view(id: string): Promise<ApiAnswer<SinchFax>> {
    return await this.#api.ask(fax, `/faxes/${encodeURIComponent(id)}`);
  }

  /** Returns the faxes to a number since a day; the API lists them by day. */
  async list(to: string, since: Date): Promise<ApiAnswer<SinchFax[]>> {
    const found: SinchFax[] = [];
    for (let day = since.getTime(); day < Date.now() + DAY_MS; day += DAY_MS) {
      const query = new URLSearchParams({
        to,
        direction: 'OUTBOUND',
        createTime: new Date(day).toISOString().slice(0, 10),
        pageSize: String(LIST_SIZE),
      });
      const answer = await this.#api.ask(listed, `/faxes?${query.toString()}`);
      if (answer.kind !== 'ok') return answer;
      found.push(...answer.value.faxes);
    }
    return { kind: 'ok', value: found };
  }

  /** Returns the pages of a received fax, as PDF. */
  async file(id: string): Promise<FetchedMedia> {
    return await this.#api.pages(`/faxes/${encodeURIComponent(id)}/file`);
  }

  /** Checks whether the carrier responds and accepts our key. */
  async ping(): Promise<ApiAnswer<unknown>> {
    return await this.#api.ask(z.unknown(), '/faxes?pageSize=1');
  }
}
