/** The key of this browser's name, which outlives its pages, so that drafts can show where they were saved. */
const DEVICE_KEY = 'f2e.device';

let device: string | undefined;

/** Returns a random name that is unique: 22 characters that need no escaping. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The key of the name of a page that has ended, for the next page in its tab. */
const PAGE_KEY = 'f2e.page';

/**
 * The name of this page. A page takes over the name of its predecessor in the tab, so that a save that a reload
 * interrupted does not look like another page's. A live page leaves no name: a duplicated tab must not write under the
 * name of the first one.
 */
const page = inherited() ?? randomName();
addEventListener('pagehide', () => leaveName(page));
// The browser has kept the page and shows it again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) inherited();
});

/** Returns who writes a draft: this browser, and this page in it. */
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
    // Storage is forbidden: then the browser has another name after each load.
  }
  return made;
}

function inherited(): string | null {
  try {
    const name = sessionStorage.getItem(PAGE_KEY);
    sessionStorage.removeItem(PAGE_KEY);
    return name;
  } catch {
    return null;
  }
}

function leaveName(name: string): void {
  try {
    sessionStorage.setItem(PAGE_KEY, name);
  } catch {
    // Storage is full or forbidden: then the next page has its own name.
  }
}
