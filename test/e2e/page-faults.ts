import type { BrowserContext } from '@playwright/test';

/** What goes wrong in a browser without a test looking: errors on the console, exceptions, requests that fail. */
export class PageFaults {
  readonly #seen: string[] = [];
  // Who types faster than previews are drawn is told to wait, and asks again: on a busy machine that is how it should be.
  readonly #allowed: RegExp[] = [/^429: POST \S+\/coverPreview$/];

  /** Watches every page of a context. */
  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      // «Failed to load resource» is said of answers, which are watched themselves.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.#seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#seen.push(`exception: ${String(error.error())}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Leaving a page or asking for something newer gives up what is under way. Chunks that the service worker was
      // fetching then fail instead; one that is really missing is a 404, or an error on the console.
      const left = reason === 'net::ERR_FAILED' && /\/assets\/[^/]+\.(?:js|css)$/u.test(request.url());
      if (reason !== 'net::ERR_ABORTED' && !left)
        this.#seen.push(`${reason}: ${request.method()} ${request.url()}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400)
        this.#seen.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }

  /** Says that a test brings these about on purpose; matched against «412: POST http://…», «console: …» and the like. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** What nobody expected. */
  unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }
}
