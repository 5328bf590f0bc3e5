import { appUrl, brandWordFiles, pageBrand } from './page-config.ts';

type Tree = Record<string, unknown>;

/** Fetches the texts that this host's brand overrides in a language, by dotted key; empty if it overrides none. */
export async function fetchBrandWords(code: string): Promise<Record<string, string>> {
  const version = brandWordFiles.find((file) => file.startsWith(`${code}=`))?.slice(code.length + 1);
  if (version === undefined || pageBrand === null) return {};
  try {
    const response = await fetch(appUrl(`/brand/${pageBrand.hid}/words/${code}?v=${version}`));
    return response.ok ? ((await response.json()) as Record<string, string>) : {};
  } catch {
    // The product's own texts say the same in a more general way.
    return {};
  }
}

/** Fetches the texts that a brand overrides in a language, for a preview before the brand's host points here. */
export async function fetchWordsOf(hid: string, code: string): Promise<Record<string, string>> {
  const response = await fetch(appUrl(`/brand/${encodeURIComponent(hid)}/words/${code}`));
  return response.ok ? ((await response.json()) as Record<string, string>) : {};
}

/** Replaces the product's texts with a brand's; a key that the catalog no longer has is ignored. */
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
