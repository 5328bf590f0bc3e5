import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

import { FakeCarrier } from '../fake-carrier.ts';
import { answer, bytesOf } from '../telnyx/fake-answers.ts';

/** A fax at the carrier, as in its published examples. */
export interface FakeDocumoFax {
  messageId: string;
  direction: 'inbound' | 'outbound';
  faxNumber: string;
  faxCallerId: string;
  status: string;
  subject: string | null;
  pagesCount: number;
  pagesComplete: number;
  resultCode: string | null;
  resultInfo: string | null;
  errorCode: string | null;
  errorInfo: string | null;
  createdAt: string;
  resolvedDate: string | null;
}

/** The required form of an order (Send Fax); anything else is a fault of the test. */
const order = z.strictObject({
  faxNumber: z.string().regex(/^\+\d{8,15}$/),
  callerId: z.string().regex(/^\d{10}$/),
  subject: z.string().max(55),
  coverPage: z.literal('false'),
  attachments: z.file().mime('image/tiff'),
});

/** The result of a call by the last digits of the number. */
const ENDINGS: Readonly<Record<string, string>> = {
  '0199': 'Fax number busy',
  '0198': 'No answer',
  '0195': 'Invalid fax number',
};

/** A carrier on this machine that follows the published API. Its webhooks are not signed, as in reality. */
export class FakeDocumo extends FakeCarrier {
  readonly apiKey = 'eyJ.SECRET-of-a-test.x';
  readonly faxes = new Map<string, FakeDocumoFax>();
  readonly files = new Map<string, Buffer>();
  /** Requests that broke a rule of the API; a test must end without any. */
  readonly faults: string[] = [];
  readonly requests: string[] = [];
  readonly moods = { dropAnswer: false, broken: 0, slow: false, forgetful: false, noHistory: false };

  get config() {
    return { apiBase: `${this.origin}/v1`, apiKey: this.apiKey };
  }

  faxesTo(number: string): FakeDocumoFax[] {
    return [...this.faxes.values()].filter(({ faxNumber }) => faxNumber === number);
  }

  /** Adds a received fax: its number is ours, its caller ID the sender's. */
  receive(from: string, to: string, pages: Buffer, change: Partial<FakeDocumoFax> = {}): FakeDocumoFax {
    const fax: FakeDocumoFax = {
      ...freshFax('inbound', to, from),
      status: 'success',
      pagesComplete: 1,
      resultCode: '0',
      resultInfo: 'OK',
      errorCode: '0',
      errorInfo: '',
      resolvedDate: new Date().toISOString(),
      ...change,
    };
    this.faxes.set(fax.messageId, fax);
    this.files.set(fax.messageId, pages);
    return fax;
  }

  /** Returns what the carrier posts about a fax: its record as JSON. */
  noticeOf(fax: FakeDocumoFax): string {
    return JSON.stringify(fax);
  }

  /** Returns the same as its older webhooks send it: a form, followed by the whole document. */
  oldNoticeOf(fax: FakeDocumoFax, file: Buffer): Buffer {
    return Buffer.concat([
      Buffer.from(`${field('name="data"')}${this.noticeOf(fax)}\r\n`),
      Buffer.from(field('name="attachment"; filename="fax.pdf"')),
      file,
      Buffer.from('\r\n--b--\r\n'),
    ]);
  }

  end(fax: FakeDocumoFax, failure?: string, change: Partial<FakeDocumoFax> = {}): void {
    Object.assign(fax, {
      status: failure === undefined ? 'success' : 'failed',
      pagesComplete: failure === undefined ? fax.pagesCount : 0,
      resultCode: failure === undefined ? '0' : null,
      resultInfo: failure ?? 'OK',
      resolvedDate: new Date().toISOString(),
      ...change,
    });
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const url = new URL(request.url ?? '/', 'http://carrier');
    const path = `${request.method} ${url.pathname.replace('/v1', '')}`;
    this.requests.push(path);
    if (request.headers.authorization !== `Basic ${this.apiKey}`)
      return refuse(response, 401, 'Unauthorized');
    if (this.moods.broken > 0) return refuse(response, this.moods.broken, 'Not today');
    if (path === 'POST /faxes') return await this.#order(request, body, response);
    if (path === 'GET /me') return answer(response, 200, { accountId: 'a1', email: 'ops@example.com' });
    if (path === 'GET /fax/history') return this.#list(url.searchParams, response);
    const [, id = '', what] = /^GET \/fax\/([^/]+)\/(info|download)$/.exec(path) ?? [];
    const fax = this.faxes.get(id);
    if (!fax) return refuse(response, 404, 'Fax not found');
    if (what === 'info') return answer(response, 200, fax);
    if (url.searchParams.get('format') !== 'pdf') this.faults.push(`download as ${url.search}`);
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(this.files.get(id));
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    if (this.moods.noHistory) return refuse(response, 403, 'Forbidden');
    const from = Number(query.get('offset'));
    const rows = [...this.faxes.values()]
      .filter(({ direction }) => direction === query.get('direction'))
      .toReversed()
      .slice(from, from + Number(query.get('limit')));
    answer(response, 200, {
      rows: this.moods.forgetful ? rows.map((fax) => ({ ...fax, subject: undefined })) : rows,
    });
  }

  async #order(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Uint8Array.from(body), { headers }).formData();
    const read = order.safeParse(Object.fromEntries(form));
    if (!read.success) {
      this.faults.push(read.error.message);
      return refuse(response, 400, read.error.message);
    }
    const { faxNumber, callerId, subject, attachments } = read.data;
    const fax = { ...freshFax('outbound', faxNumber, callerId), subject };
    this.faxes.set(fax.messageId, fax);
    this.files.set(fax.messageId, Buffer.from(await attachments.arrayBuffer()));
    if (this.moods.dropAnswer) {
      this.moods.dropAnswer = false;
      response.destroy();
    } else answer(response, 200, fax);
    fax.status = 'transmitting';
    if (!this.moods.slow) this.end(fax, ENDINGS[faxNumber.slice(-4)]);
  }
}

function freshFax(
  direction: FakeDocumoFax['direction'],
  faxNumber: string,
  faxCallerId: string,
): FakeDocumoFax {
  return {
    messageId: randomUUID(),
    direction,
    faxNumber,
    faxCallerId,
    status: 'processing',
    subject: null,
    pagesCount: 2,
    pagesComplete: 0,
    resultCode: null,
    resultInfo: null,
    errorCode: null,
    errorInfo: null,
    createdAt: new Date().toISOString(),
    resolvedDate: null,
  };
}

/** Returns the beginning of a part of a form. */
function field(disposition: string): string {
  return `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  answer(response, status, { error: { message } });
}
