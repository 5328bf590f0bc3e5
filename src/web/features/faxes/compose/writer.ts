/** The name of this browser; it outlives its pages, so that drafts can say where they were saved. */
const DEVICE_KEY = 'f2e.device';

let device: string | undefined;

/** A name that no one else chooses: 22 characters that need no escaping. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Every load of the page is a page of its own: a tab that is duplicated must not write in the name of the first one. */
const page = randomName();

/** Who writes a draft: this browser, and this page in it. */
export function writer(): { device: string; page: string } {
  device ??= keptDevice();
  return { device, page };
}

function keptDevice(): string {
  const made = randomName();
  try {
    const kept = localStorage.getItem(DEVICE_KEY);
    if (kept !== null) return kept;
    localStorage.setItem(DEVICE_KEY, made);
  } catch {
    // Storage is forbidden: then the browser is another one after each load.
  }
  return made;
}
