import type { BrowserContext } from '@playwright/test';

/** Faults in a browser that a test does not check itself: console errors, exceptions, failed requests. */
export class PageFaults {
  readonly #seen: string[] = [];
  // If a person types faster than previews are drawn, the server refuses and the page retries: expected on a busy
  // machine.
  readonly #allowed: RegExp[] = [/^429: POST \S+\/coverPreview$/];

  /** Watches every page of a context. */
  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      // «Failed to load resource» reports responses, which are watched separately.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.#seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#seen.push(`exception: ${String(error.error())}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Leaving a page, or a newer request, aborts calls in progress. Chunks that the service worker was fetching then
      // fail instead; a really missing one is a 404, or an error on the console.
      const left = reason === 'net::ERR_FAILED' && /\/assets\/[^/]+\.(?:js|css)$/u.test(request.url());
      if (reason !== 'net::ERR_ABORTED' && !left)
        this.#seen.push(`${reason}: ${request.method()} ${request.url()}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400)
        this.#seen.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }

  /** Allows faults that a test causes on purpose; matched against «412: POST http://…», «console: …» and similar. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** Returns the unexpected faults. */
  unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }
}
