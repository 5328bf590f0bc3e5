/**
 * The service worker of the installed app. It caches built files, whose names carry their hash, and one offline page.
 * Nothing else is cached: no page, no response, no fax. Pages always come from the network, so that nobody sees an old
 * version after an upgrade.
 */

/** The parts of the worker's global scope that are used here; the DOM types for pages do not include them. */
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
/** A new number drops everything that was cached. */
const CACHE = 'f2e-shell-2';
/** The files that the offline page needs, besides itself. */
const OFFLINE_PARTS = ['offline.css', 'offline-font.woff2'];
/** The most built files to keep; files of earlier versions would otherwise accumulate. */
const MAX_FILES = 200;

/** Paths whose requests bypass this worker and go straight to the server. */
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
  // Requests that another site sends the browser to (Egnyte's consent, single sign-on) must reach the server as the
  // browser sends them: through this worker they would look embedded and be refused.
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

/** Returns the cached file, or fetches it. If the cache is full or unavailable, the file comes from the network. */
async function keptOrFetched(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request).catch(() => undefined);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // Only responses that the server marks as immutable are cached.
  if (answer.ok && (answer.headers.get('cache-control') ?? '').includes('immutable'))
    event.waitUntil(keep(request, answer.clone()).catch(() => undefined));
  return answer;
}

async function keep(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
  await trim(cache);
}

/** Removes the oldest files; the offline page stays. */
async function trim(cache: Cache): Promise<void> {
  const files = (await cache.keys()).filter(({ url }) => url.startsWith(address('assets/')));
  for (const file of files.slice(0, Math.max(0, files.length - MAX_FILES))) await cache.delete(file);
}
