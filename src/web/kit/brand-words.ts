import { appUrl, brandWordFiles, pageBrand } from './page-config.ts';

type Tree = Record<string, unknown>;

/** What this host's brand says differently in a language, by keys with dots; nothing where it says nothing of its own. */
export async function fetchBrandWords(code: string): Promise<Record<string, string>> {
  const version = brandWordFiles.find((file) => file.startsWith(`${code}=`))?.slice(code.length + 1);
  if (version === undefined || pageBrand === null) return {};
  try {
    const response = await fetch(appUrl(`/brand/${pageBrand.hid}/words/${code}?v=${version}`));
    return response.ok ? ((await response.json()) as Record<string, string>) : {};
  } catch {
    // The product's own words say the same, less familiarly.
    return {};
  }
}

/** What a brand says differently in a language, for whoever looks at it before its host leads here. */
export async function fetchWordsOf(hid: string, code: string): Promise<Record<string, string>> {
  const response = await fetch(appUrl(`/brand/${encodeURIComponent(hid)}/words/${code}`));
  return response.ok ? ((await response.json()) as Record<string, string>) : {};
}

/** Puts a brand's words in the place of the product's; a key that the catalogue no longer has changes nothing. */
export function putWords(catalogue: Tree, words: Readonly<Record<string, string>>): Tree {
  for (const [key, text] of Object.entries(words)) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let place: Tree | undefined = catalogue;
    for (const name of path) {
      const next: unknown = place !== undefined && Object.hasOwn(place, name) ? place[name] : undefined;
      place = typeof next === 'object' && next !== null ? (next as Tree) : undefined;
    }
    if (place !== undefined && Object.hasOwn(place, last)) place[last] = text;
  }
  return catalogue;
}
