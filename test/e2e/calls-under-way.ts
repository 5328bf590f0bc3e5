import type { BrowserContext, Page, Request } from '@playwright/test';

const isCall = (request: Request) =>
  request.url().includes('/api/') && request.resourceType() !== 'eventsource';
const changes = (request: Request) => !['GET', 'HEAD'].includes(request.method());

const watched = new WeakMap<BrowserContext, CallsUnderWay>();

/** The calls of a context's pages that have no response yet. */
class CallsUnderWay {
  readonly #calls = new Set<Request>();
  #waiting: { which: (request: Request) => boolean; resolve: () => void }[] = [];

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      if (isCall(request)) this.#calls.add(request);
    });
    context.on('requestfinished', (request) => this.#end([request]));
    context.on('requestfailed', (request) => this.#end([request]));
    context.on('page', (page: Page) => {
      // No event reports the end of a call that a page made while it was being left.
      page.on('domcontentloaded', () => this.#end([...this.#calls]));
    });
  }

  /** Resolves once no matching call is in progress. */
  async ended(which: (request: Request) => boolean): Promise<void> {
    if (!this.#some(which)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ which, resolve });
    await promise;
  }

  #some(which: (request: Request) => boolean): boolean {
    return [...this.#calls].some((request) => which(request));
  }

  #end(requests: Iterable<Request>): void {
    for (const request of requests) this.#calls.delete(request);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting)
      if (this.#some(one.which)) this.#waiting.push(one);
      else one.resolve();
  }
}

/**
 * Makes every `goto` and `reload` of a context wait for the calls that change something: otherwise a test that clicks
 * and immediately leaves would sometimes undo its own click. A test about leaving early uses the page itself
 * (`location.reload()`), like a person.
 */
export function finishCallsBeforeLeaving(context: BrowserContext): void {
  const calls = new CallsUnderWay(context);
  watched.set(context, calls);
  context.on('page', (page: Page) => {
    const goto = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (...args) => {
      await calls.ended(changes);
      return await goto(...args);
    };
    page.reload = async (...args) => {
      await calls.ended(changes);
      return await reload(...args);
    };
  });
}

/** Waits until all calls of a page have a response, so that checks see the page with its content. */
export async function allAnswered(page: Page): Promise<void> {
  await watched.get(page.context())?.ended((request) => request.frame().page() === page);
}
