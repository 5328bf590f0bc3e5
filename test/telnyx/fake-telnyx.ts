import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { FakeCarrier } from '../fake-carrier.ts';
import { answer, bytesOf, error } from './fake-answers.ts';
import { ENDINGS, GOOD_MOODS, signedNotice } from './fake-fax.ts';
import type { FakeFax, FakeNotice, Moods, NoticeChange } from './fake-fax.ts';
import { faultOfMedia, faultOfOrder, readForm } from './order-rules.ts';

const API_KEY = 'KEY-of-a-test';

/**
 * A carrier on this machine: accepts documents and orders by the rules of the published API, «places» calls, reports
 * them by signed webhooks, and can misbehave in every way that a carrier can.
 */
export class FakeTelnyx extends FakeCarrier {
  readonly apiKey = API_KEY;
  readonly connection = '234423';
  readonly moods: Moods = { ...GOOD_MOODS };
  readonly faxes = new Map<string, FakeFax>();
  readonly media = new Map<string, Buffer>();
  /** The names of all documents accepted, including those already deleted. */
  readonly uploaded: string[] = [];
  /** Requests that broke a rule of the API; a test must end without any. */
  readonly faults: string[] = [];
  /** Every webhook created. */
  readonly notices: FakeNotice[] = [];
  readonly requests: string[] = [];
  /** When each request arrived, except those for media. */
  readonly asked: number[] = [];
  /** Requests refused because of `moods`. */
  readonly refusals: { at: number; request: string }[] = [];
  /** Called before each API request is answered; the response waits for it. */
  before: (request: string) => Promise<void> = async () => {};
  refreshed = 0;
  readonly #key: KeyObject;
  readonly #public: KeyObject;

  constructor() {
    super();
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.#key = privateKey;
    this.#public = publicKey;
  }

  get webhookKey(): string {
    return this.#public.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  }

  /** The input of `line add`. */
  get config() {
    const { apiKey, connection, webhookKey } = this;
    return { apiBase: `${this.origin}/v2`, connection, apiKey, webhookKey };
  }

  /** Creates a webhook about a fax, signed now or at another time. */
  notice(event: string, payload: object, change: NoticeChange = {}): FakeNotice {
    const made = signedNotice(this.#key, event, payload, change);
    this.notices.push(made);
    return made;
  }

  /** Creates a webhook with the outcome of one of our faxes. */
  noticeOf(fax: FakeFax, change: NoticeChange = {}): FakeNotice {
    const { id, status, direction, from, to, connection_id, client_state, failure_reason } = fax;
    const pages = status === 'delivered' ? { page_count: 2, call_duration_secs: 25 } : {};
    return this.notice(
      `fax.${status === 'sending' ? 'sending.started' : status}`,
      { fax_id: id, status, direction, from, to, connection_id, client_state, failure_reason, ...pages },
      change,
    );
  }

  /** Adds a received fax for one of our numbers; returns the webhook that announces it. */
  receive(
    from: string,
    to: string,
    pages: Buffer,
    change: { mediaUrl?: string; type?: '%PDF' | '' } = {},
  ): FakeNotice {
    const id = randomUUID();
    this.media.set(id, Buffer.concat([Buffer.from(change.type ?? '%PDF-1.4 '), pages]));
    const media_url = change.mediaUrl ?? `${this.origin}/files/${id}`;
    const fax: FakeFax = {
      id,
      status: 'received',
      direction: 'inbound',
      from,
      to,
      connection_id: this.connection,
      media_url,
      created_at: new Date().toISOString(),
    };
    this.faxes.set(id, fax);
    return this.notice('fax.received', { fax_id: id, ...fax, page_count: 1, partial_content: false });
  }

  /** Returns the orders for this number. */
  faxesTo(number: string): FakeFax[] {
    return [...this.faxes.values()].filter(({ to }) => to === number);
  }

  /** Ends a call, and reports it. */
  async end(fax: FakeFax, status: string, reason?: string): Promise<void> {
    if (['delivered', 'failed'].includes(fax.status)) return;
    fax.status = status;
    if (reason) fax.failure_reason = reason;
    await this.#tell(fax);
  }

  async #tell(fax: FakeFax): Promise<void> {
    const { headers, body } = this.noticeOf(fax);
    if (this.moods.silent || !fax.webhook_url) return;
    // Nothing listens in tests of only the line; the carrier would retry, and the line polls.
    await fetch(fax.webhook_url, { method: 'POST', headers, body }).catch(() => undefined);
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const url = new URL(request.url ?? '/', 'http://carrier');
    this.requests.push(`${request.method} ${url.pathname}`);
    this.asked.push(performance.now());
    const file = /^\/files\/(.+)$/.exec(url.pathname)?.[1];
    if (file) return this.#file(file, request, response);
    if (request.headers.authorization !== `Bearer ${this.apiKey}`)
      return answer(response, 401, error('10009', 'Authentication failed'));
    const path = `${request.method} ${url.pathname.replace(/^\/v2/, '')}`;
    await this.before(path);
    const { broken, brokenFor, retryAfter } = this.moods;
    if (broken && (!brokenFor || brokenFor === path)) {
      this.refusals.push({ at: performance.now(), request: path });
      const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter() } : {};
      return answer(response, broken, error('10001', 'Not today'), headers);
    }
    const [, id] = /^\w+ \/(?:faxes|media)\/([^/]+)/.exec(path) ?? [];
    const fax = id ? this.faxes.get(id) : undefined;
    if (path === 'POST /media') return this.#upload(request, body, response);
    if (path.startsWith('DELETE /media/')) return answer(response, this.media.delete(id ?? '') ? 204 : 404);
    if (path === 'POST /faxes') return await this.#order(body, response);
    if (path === 'GET /faxes') return this.#list(url.searchParams, response);
    if (!fax) return answer(response, 404, error('10005', 'Resource not found'));
    if (path === `GET /faxes/${id}`) return answer(response, 200, { data: this.#shown(fax) });
    if (path.endsWith('/actions/refresh')) {
      this.refreshed += 1;
      fax.media_url = `${this.origin}/files/${fax.id}?fresh=${this.refreshed}`;
      return answer(response, 200, { data: { result: 'ok' } });
    }
    if (!path.endsWith('/actions/cancel')) return answer(response, 404, error('10005', 'Resource not found'));
    answer(response, 202, { data: { result: 'ok' } });
    await this.end(fax, 'failed', 'user_canceled');
  }

  #file(id: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.authorization) this.faults.push('our key was sent to where media lie');
    const pages = this.media.get(id);
    if (this.moods.mediaStatus === 302)
      return answer(response, 302, undefined, { location: 'http://127.0.0.1:9/' });
    if (!pages || this.moods.mediaStatus !== 200) return answer(response, this.moods.mediaStatus);
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(pages);
  }

  #upload(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const form = readForm(request.headers['content-type'] ?? '', body);
    const fault = faultOfMedia(form);
    if (fault) return this.#refuse(response, fault);
    this.media.set(form.fields['media_name'] ?? '', form.file ?? Buffer.alloc(0));
    this.uploaded.push(form.fields['media_name'] ?? '');
    answer(response, 201, { data: { media_name: form.fields['media_name'], content_type: 'image/tiff' } });
  }

  async #order(body: Buffer, response: ServerResponse): Promise<void> {
    const order = JSON.parse(body.toString()) as Record<string, string>;
    const fault = faultOfOrder(order, this);
    if (fault) return this.#refuse(response, fault);
    const fax: FakeFax = {
      id: randomUUID(),
      status: 'queued',
      direction: 'outbound',
      from: order['from'] ?? '',
      to: order['to'] ?? '',
      connection_id: order['connection_id'] ?? '',
      client_state: order['client_state'] ?? '',
      webhook_url: order['webhook_url'] ?? '',
      media_name: order['media_name'] ?? '',
      created_at: new Date().toISOString(),
    };
    this.faxes.set(fax.id, fax);
    if (this.moods.dropAnswer) {
      this.moods.dropAnswer = false;
      response.destroy();
    } else answer(response, 202, { data: this.#shown(fax) });
    await this.#tell(fax);
    fax.status = 'sending';
    await this.#tell(fax);
    if (this.moods.slow) return;
    const reason = ENDINGS[fax.to.slice(-4)];
    await this.end(fax, reason ? 'failed' : 'delivered', reason);
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const to = query.get('filter[to][eq]');
    const since = query.get('filter[created_at][gte]') ?? '';
    const found = [...this.faxes.values()].filter((fax) => (!to || fax.to === to) && fax.created_at >= since);
    answer(response, 200, {
      data: found.map((fax) => this.#shown(fax)),
      meta: { total_results: found.length },
    });
  }

  #shown(fax: FakeFax): object {
    const { failure_reason, ...shown } = fax;
    return {
      record_type: 'fax',
      ...shown,
      ...(this.moods.reasonInView && failure_reason && { failure_reason }),
    };
  }

  #refuse(response: ServerResponse, { pointer, detail }: { pointer: string; detail: string }): void {
    this.faults.push(`${pointer} ${detail}`);
    answer(response, 422, { errors: [{ code: '10015', title: 'Bad Request', detail, source: { pointer } }] });
  }
}
