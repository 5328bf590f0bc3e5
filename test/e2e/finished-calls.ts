import type { BrowserContext, Page, Request } from '@playwright/test';

const changes = (request: Request) =>
  !['GET', 'HEAD'].includes(request.method()) && request.url().includes('/api/');

/**
 * Makes every `goto` and `reload` of a context wait for the calls that change something: a test that clicks and leaves
 * at once would otherwise sometimes take back its own click. A test that is about leaving early asks the page to leave
 * (`location.reload()`), as a person does.
 */
export function finishCallsBeforeLeaving(context: BrowserContext): void {
  const underWay = new Set<Request>();
  let waiting: (() => void)[] = [];
  context.on('request', (request) => {
    if (changes(request)) underWay.add(request);
  });
  const ended = (requests: Iterable<Request>) => {
    for (const request of requests) underWay.delete(request);
    if (underWay.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  context.on('requestfinished', (request) => ended([request]));
  context.on('requestfailed', (request) => ended([request]));
  const allEnded = async () => {
    if (underWay.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    await promise;
  };
  context.on('page', (page: Page) => {
    // No event tells the end of a call that a page made while it was left.
    page.on('domcontentloaded', () => ended(underWay));
    const goto = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (...args) => {
      await allEnded();
      return await goto(...args);
    };
    page.reload = async (...args) => {
      await allEnded();
      return await reload(...args);
    };
  });
}
