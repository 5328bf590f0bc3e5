import { beforeEach, expect, test, vi } from 'vitest';

const listeners = new Map<string, (event: unknown) => void>();
const kept = new Map<string, Response>();
const cache = {
  put: vi.fn<(request: Request, answer: Response) => Promise<void>>(async ({ url }, answer) => {
    kept.set(url, answer);
    await Promise.resolve();
  }),
  keys: async () => await Promise.resolve([...kept.keys()].map((url) => ({ url }))),
  delete: async ({ url }: { url: string }) => await Promise.resolve(kept.delete(url)),
};
const stores = {
  open: async () => await Promise.resolve(cache),
  match: vi.fn<(request: Request) => Promise<Response | undefined>>(
    async ({ url }) => await Promise.resolve(kept.get(url)?.clone()),
  ),
};
const network = vi.fn<(request: Request) => Promise<Response>>();

vi.stubGlobal('registration', { scope: 'http://fax.test/' });
vi.stubGlobal('caches', stores);
vi.stubGlobal('fetch', network);
vi.stubGlobal('addEventListener', (kind: string, listener: (event: unknown) => void) =>
  listeners.set(kind, listener),
);
await import('./service-worker.ts');

beforeEach(() => {
  kept.clear();
  network.mockReset();
  network.mockImplementation(
    async () =>
      await Promise.resolve(new Response('code', { headers: { 'cache-control': 'max-age=1, immutable' } })),
  );
});

/** Returns what the page receives, or null if the worker does not handle the request. */
async function get(path: string): Promise<string | null> {
  const answers: Promise<Response>[] = [];
  const work: Promise<unknown>[] = [];
  listeners.get('fetch')?.({
    request: new Request(`http://fax.test/${path}`),
    respondWith: (answer: Promise<Response>) => answers.push(answer),
    waitUntil: (one: Promise<unknown>) => work.push(one),
  });
  const text = (await (await answers[0])?.text()) ?? null;
  await Promise.all(work);
  return text;
}

test('built files are cached and served from the cache', async () => {
  expect(await get('assets/part-1.js')).toBe('code');
  expect(await get('assets/part-1.js')).toBe('code');
  expect(network).toHaveBeenCalledTimes(1);
});

test('files that may change, and API calls, are not cached', async () => {
  network.mockImplementation(async () => await Promise.resolve(new Response('news')));
  await get('assets/part-2.js');
  expect(kept.size).toBe(0);
  expect(await get('api/faxui/x.json')).toBeNull();
});

test('when the cache is full or unavailable, files come from the network', async () => {
  cache.put.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  expect(await get('assets/part-3.js')).toBe('code');
  stores.match.mockRejectedValueOnce(new DOMException('closed', 'SecurityError'));
  expect(await get('assets/part-3.js')).toBe('code');
  expect(network).toHaveBeenCalledTimes(2);
});
