import { z } from 'zod';

import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { ApiClient } from '../carrier/api-client.ts';
import type { ApiAnswer } from '../carrier/api-client.ts';
import { multipart } from '../carrier/form.ts';
import type { CarrierPace } from '../carrier/pace.ts';
import type { FetchedMedia, OutgoingCall } from '../port.ts';
import type { DocumoSettings } from './settings.ts';
import { fax, listed, ordered } from './shapes.ts';
import type { DocumoFax } from './shapes.ts';

/** A fax to send. */
export interface DocumoOrder {
  to: string;
  /** Ten digits, the only form that the carrier accepts; if omitted, the account's own number is used. */
  callerId: string | undefined;
  subject: string;
  tiff: Uint8Array;
}

/** How many recent faxes are searched for ours. The list may be requested eight times a minute. */
const LIST_SIZE = 100;
const LIST_PAGES = 2;

const words = z.string().catch('');
const refused = z.object({
  message: words,
  error: z.union([z.string(), z.object({ message: words }).transform(({ message }) => message)]).catch(''),
});

/** The calls of the carrier's API that a line needs (docs.documo.com). */
export class DocumoClient {
  readonly #api: ApiClient;

  constructor({ apiBase, apiKey }: DocumoSettings, guard: OutboundGuard) {
    this.#api = new ApiClient(guard, {
      base: apiBase,
      // The plain key, not a base64-encoded user and password as the Basic scheme requires.
      authorization: `Basic ${apiKey}`,
      askedBy: (_, method) => (method === 'POST' ? 'order' : 'look'),
      refusal: (parsed) => {
        const { message = '', error = '' } = refused.safeParse(parsed).data ?? {};
        const about = JSON.stringify(parsed ?? '').slice(0, 1_000);
        return { words: [error, message].filter(Boolean).join(' '), about };
      },
    });
  }

  /** The pace at which the carrier accepts requests. */
  get pace(): Pick<CarrierPace, 'recovering' | 'restMs' | 'distrust'> {
    return this.#api.pace;
  }

  /** Orders a fax with its document. Not with `async`, which is answered before there is a fax that can be queried. */
  async send(order: DocumoOrder, handOver: OutgoingCall['handOver']): Promise<ApiAnswer<{ id: string }>> {
    const { to, callerId, subject, tiff } = order;
    const fields = { faxNumber: to, ...(callerId && { callerId }), subject, coverPage: 'false' };
    const file = { field: 'attachments', name: 'fax.tiff', bytes: tiff };
    return await this.#api.order(ordered, '/faxes', multipart(fields, file), handOver);
  }

  async view(id: string): Promise<ApiAnswer<DocumoFax>> {
    return await this.#api.ask(fax, `/fax/${encodeURIComponent(id)}/info`);
  }

  /** Returns the latest sent faxes; the list cannot be filtered by number. */
  async list(): Promise<ApiAnswer<DocumoFax[]>> {
    const found: DocumoFax[] = [];
    for (let page = 0; page < LIST_PAGES; page += 1) {
      const query = new URLSearchParams({
        direction: 'outbound',
        status: 'all',
        limit: String(LIST_SIZE),
        offset: String(page * LIST_SIZE),
      });
      const answer = await this.#api.ask(listed, `/fax/history?${query.toString()}`);
      if (answer.kind !== 'ok') return answer;
      found.push(...answer.value.rows);
      if (answer.value.rows.length < LIST_SIZE) break;
    }
    return { kind: 'ok', value: found };
  }

  /** Returns the pages of a received fax, as PDF. */
  async file(id: string): Promise<FetchedMedia> {
    return await this.#api.pages(`/fax/${encodeURIComponent(id)}/download?format=pdf`);
  }

  /** Checks whether the carrier responds and accepts our key. */
  async ping(): Promise<ApiAnswer<unknown>> {
    return await this.#api.ask(z.unknown(), '/me');
  }
}
