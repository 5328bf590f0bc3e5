import { COVER_IMAGE_WIDTH } from '#contract/faxes/cover-pages.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import type { CoverPages } from './cover-pages.service.ts';
import { coverTexts } from './cover-sheet.ts';
import type { Say } from './cover-sheet.ts';

/** How many sample pages are cached: six templates and some of brands, in every language of an installation. */
const KEPT = 200;

/** How many cover pages one account may wait for at once; further requests are refused. */
const WAITING_PER_ACCOUNT = 3;

/** A time in which the place of every digit is visible. */
const SAMPLE_TIME = new Date('2026-11-20T15:06:00Z');

export interface CoverImagesDeps {
  covers: CoverPages;
  documents: Pick<DocumentEngine, 'coverSheet' | 'pageImage'>;
}

/** Images of templates and of cover pages being written. */
export class CoverImages {
  readonly #deps: CoverImagesDeps;
  readonly #samples = new Map<string, Promise<Uint8Array>>();
  readonly #waiting = new Map<number, number>();

  constructor(deps: CoverImagesDeps) {
    this.#deps = deps;
  }

  /** Returns a template with sample texts. Throws NOT_FOUND for unknown templates and those of other brands. */
  async sample(
    brandId: number,
    id: number,
    view: { size: 'small' | 'large'; language: string },
    say: Say,
  ): Promise<Uint8Array> {
    const template = (await this.#deps.covers.templates(brandId)).find((one) => one.id === id);
    if (!template) throw new AppError('NOT_FOUND');
    const key = `${id} ${view.language}`;
    const known = this.#samples.get(key);
    const drawn = known ?? this.#drawSample(template.source, say);
    if (!known) this.#keep(key, drawn);
    return await this.image(await drawn, COVER_IMAGE_WIDTH[view.size]);
  }

  /** Returns the first page of a class-F TIFF as an image. */
  async image(tiff: Uint8Array, width: number): Promise<Uint8Array> {
    const outcome = await this.#deps.documents.pageImage(tiff, 1, { rotation: 0, width });
    if (outcome.kind === 'failed') throw new Error(`a cover page cannot be shown: ${outcome.reason}`);
    return outcome.gif;
  }

  /** Lets an account draw, unless it already waits for too many drawings. */
  async during<T>(account: number, draw: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(account) ?? 0;
    if (waiting >= WAITING_PER_ACCOUNT) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    this.#waiting.set(account, waiting + 1);
    try {
      return await draw();
    } finally {
      const left = (this.#waiting.get(account) ?? 1) - 1;
      if (left > 0) this.#waiting.set(account, left);
      else this.#waiting.delete(account);
    }
  }

  async #drawSample(template: string, say: Say): Promise<Uint8Array> {
    const sample = (name: string) => say(`coverPages.sample.${name}`);
    const fields = {
      toPerson: '',
      toCompany: sample('to'),
      toLocation: '',
      toPhone: '',
      regarding: sample('subject'),
      comments: sample('comments'),
      footer: '',
    };
    const sender = { number: '6465550123', email: '', zone: 'UTC', location: '', phone: '6465550124' };
    const texts = coverTexts(
      fields,
      { ...sender, name: sample('fromName'), company: sample('fromCompany') },
      { numbers: ['2125550147'], now: SAMPLE_TIME, say },
    );
    const outcome = await this.#deps.documents.coverSheet({ ...texts, template, otherPages: 3 });
    if (outcome.kind === 'ok') return outcome.tiff;
    throw new AppError(outcome.kind === 'retry' ? 'UNAVAILABLE' : 'INTERNAL');
  }

  #keep(key: string, drawn: Promise<Uint8Array>): void {
    const [oldest] = this.#samples.keys();
    if (this.#samples.size >= KEPT && oldest !== undefined) this.#samples.delete(oldest);
    this.#samples.set(key, drawn);
    // A failed drawing is made again for the next request; the present one gets the error.
    drawn.catch(() => this.#samples.delete(key));
  }
}
