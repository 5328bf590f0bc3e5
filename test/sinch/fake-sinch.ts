import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

import { FakeCarrier } from '../fake-carrier.ts';
import { answer, bytesOf } from '../telnyx/fake-answers.ts';

/** A fax at the carrier, as in its API (Fax API 3.0, schema Fax). */
export interface FakeSinchFax {
  id: string;
  direction: 'INBOUND' | 'OUTBOUND';
  from: string;
  to: string;
  numberOfPages: number;
  status: 'QUEUED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILURE';
  errorType?: string;
  errorCode?: number;
  errorMessage?: string;
  pagesSentSuccessfully?: number;
  labels?: Record<string, string>;
  callbackUrl?: string;
  createTime: string;
  completedTime?: string;
}

/** The required form of an order (schema SendFaxRequest); anything else is a fault of the test. */
const order = z.strictObject({
  to: z.string().regex(/^\+\d{8,15}$/),
  from: z.string().regex(/^\+\d{8,15}$/),
  files: z.array(z.strictObject({ file: z.base64(), fileType: z.literal('TIF') })).length(1),
  headerText: z.string().max(50),
  headerPageNumbers: z.boolean(),
  imageConversionMethod: z.enum(['HALFTONE', 'MONOCHROME']),
  callbackUrl: z.url(),
  callbackUrlContentType: z.enum(['multipart/form-data', 'application/json']),
  labels: z.record(z.string(), z.string()),
  maxRetries: z.literal(0),
});

type Failure = Pick<FakeSinchFax, 'errorType' | 'errorCode' | 'errorMessage'>;
const call = (errorCode: number, errorMessage: string): Failure => ({
  errorType: 'CALL_ERROR',
  errorCode,
  errorMessage,
});

/** The result of a call by the last digits of the number. */
const ENDINGS: Readonly<Record<string, Failure>> = {
  '0199': call(17, 'Busy'),
  '0198': call(16, 'Ring Timeout'),
  '0195': call(34, 'Phone number not operational'),
};

/** A carrier on this machine that follows the published API. Its webhooks are not signed, as in reality. */
export class FakeSinch extends FakeCarrier {
  readonly project = '7e9f1c5a';
  readonly keyId = 'key-of-a-test';
  readonly keySecret = 'SECRET-of-a-test';
  readonly faxes = new Map<string, FakeSinchFax>();
  readonly files = new Map<string, Buffer>();
  /** Requests that broke a rule of the API; a test must end without any. */
  readonly faults: string[] = [];
  readonly requests: string[] = [];
  readonly moods = { dropAnswer: false, broken: 0, slow: false, silent: false, hangs: false };

  get config() {
    const { project, keyId, keySecret } = this;
    return { apiBase: `${this.origin}/v3`, project, keyId, keySecret };
  }

  faxesTo(number: string): FakeSinchFax[] {
    return [...this.faxes.values()].filter(({ to }) => to === number);
  }

  /** Adds a received fax; returns its webhook in both of the carrier's forms. */
  receive(from: string, to: string, pages: Buffer, change: Partial<FakeSinchFax> = {}) {
    const at = new Date().toISOString();
    const fax: FakeSinchFax = {
      id: `01${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      direction: 'INBOUND',
      from,
      to,
      numberOfPages: 1,
      status: 'COMPLETED',
      createTime: at,
      completedTime: at,
      ...change,
    };
    this.faxes.set(fax.id, fax);
    this.files.set(fax.id, pages);
    return fax;
  }

  /** Returns what the carrier posts about a fax; with `file`, the whole document follows. */
  noticeOf(fax: FakeSinchFax, file?: Buffer): string {
    const event = fax.direction === 'INBOUND' ? 'INCOMING_FAX' : 'FAX_COMPLETED';
    const more = file ? { file: file.toString('base64'), fileType: 'PDF' } : {};
    return JSON.stringify({ event, eventTime: new Date().toISOString(), fax, ...more });
  }

  async end(fax: FakeSinchFax, failure?: Failure & { pagesSentSuccessfully?: number }): Promise<void> {
    Object.assign(fax, failure, {
      status: failure ? 'FAILURE' : 'COMPLETED',
      completedTime: new Date().toISOString(),
    });
    if (this.moods.silent || !fax.callbackUrl) return;
    // Nothing listens in tests of only the line; the carrier would retry, and the line polls.
    await fetch(fax.callbackUrl, { method: 'POST', body: this.noticeOf(fax) }).catch(() => undefined);
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const url = new URL(request.url ?? '/', 'http://carrier');
    this.requests.push(`${request.method} ${url.pathname}`);
    const basic = `Basic ${Buffer.from(`${this.keyId}:${this.keySecret}`).toString('base64')}`;
    if (request.headers.authorization !== basic) return answer(response, 401, { message: 'Unauthorized' });
    if (this.moods.hangs) return;
    if (this.moods.broken > 0) return answer(response, this.moods.broken, { message: 'Not today' });
    const path = `${request.method} ${url.pathname.replace(`/v3/projects/${this.project}`, '')}`;
    if (path === 'POST /faxes') return await this.#order(body, response);
    if (path === 'GET /faxes') return answer(response, 200, { faxes: this.#list(url.searchParams) });
    const [, id = '', file] = /^GET \/faxes\/([^/]+)(\/file)?$/.exec(path) ?? [];
    const fax = this.faxes.get(id);
    if (!fax) return answer(response, 404, { message: 'Not found' });
    if (file === undefined) return answer(response, 200, fax);
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(this.files.get(id));
  }

  #list(query: URLSearchParams): FakeSinchFax[] {
    const day = query.get('createTime') ?? '';
    return [...this.faxes.values()].filter(
      ({ to, direction, createTime }) =>
        to.startsWith(query.get('to') ?? '') &&
        direction === (query.get('direction') ?? direction) &&
        createTime.startsWith(day),
    );
  }

  async #order(body: Buffer, response: ServerResponse): Promise<void> {
    const read = order.safeParse(JSON.parse(body.toString()));
    if (!read.success) {
      this.faults.push(read.error.message);
      return answer(response, 400, { error: 'Bad Request', message: read.error.message });
    }
    const { to, from, labels, callbackUrl, files } = read.data;
    const fax: FakeSinchFax = {
      id: `01${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      direction: 'OUTBOUND',
      from,
      to,
      numberOfPages: 2,
      status: 'QUEUED',
      labels,
      callbackUrl,
      createTime: new Date().toISOString(),
    };
    this.faxes.set(fax.id, fax);
    this.files.set(fax.id, Buffer.from(files[0]?.file ?? '', 'base64'));
    if (this.moods.dropAnswer) {
      this.moods.dropAnswer = false;
      response.destroy();
    } else answer(response, 200, fax);
    fax.status = 'IN_PROGRESS';
    if (!this.moods.slow) await this.end(fax, ENDINGS[to.slice(-4)]);
  }
}
