/**
 * The worker of the installed app. It keeps built files, whose names carry their hash, and one page for when there is no
 * network. Nothing else is kept: no page, no answer, no fax. Pages come from the network every time, so that nobody sees
 * an old version after an upgrade.
 */

/** What is needed of the worker's world; the types of pages have no word for it. */
interface WorkerScope {
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(kind: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void;
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as WorkerScope;
/** Another number forgets everything that is kept. */
const CACHE = 'f2e-shell-2';
/** What the page without a network is made of, beside itself. */
const OFFLINE_PARTS = ['offline.css', 'offline-font.woff2'];
/** Files of former versions pile up; so many of them are kept. */
const MAX_FILES = 200;

/** Below these the server is asked without this worker. */
const CALLS = ['api/', 'sso/', 'operator/api/'];

const address = (path: string): string => new URL(path, worker.registration.scope).href;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldCaches().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  // Calls that a person is led to from another site (Egnyte's consent, single sign-on) must reach the server as the
  // browser sends them: through this worker they would look embedded, and would be refused.
  if (request.method !== 'GET' || CALLS.some((path) => request.url.startsWith(address(path)))) return;
  if (request.mode === 'navigate') event.respondWith(pageOrOffline(request));
  else if (
    request.url.startsWith(address('assets/')) ||
    OFFLINE_PARTS.some((part) => request.url === address(part))
  )
    event.respondWith(keptOrFetched(event));
});

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(['offline', ...OFFLINE_PARTS].map(address));
}

async function forgetOldCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

async function pageOrOffline(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const offline = await caches.match(address('offline'));
    if (offline === undefined) throw error;
    return offline;
  }
}

/** When the cache is full or unavailable, the file comes from the network. */
async function keptOrFetched(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request).catch(() => undefined);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // Only what the server calls unchangeable is kept.
  if (answer.ok && (answer.headers.get('cache-control') ?? '').includes('immutable'))
    event.waitUntil(keep(request, answer.clone()).catch(() => undefined));
  return answer;
}

async function keep(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
  await trim(cache);
}

/** Takes the oldest away; the page without a network stays. */
async function trim(cache: Cache): Promise<void> {
  const files = (await cache.keys()).filter(({ url }) => url.startsWith(address('assets/')));
  for (const file of files.slice(0, Math.max(0, files.length - MAX_FILES))) await cache.delete(file);
}
