/** The style sheets that could not be fetched, by their address. */
const lost = new Map<string, HTMLLinkElement>();
/** Those that are being asked for again. */
const asked = new Map<string, Promise<void>>();

// Errors of elements do not bubble.
globalThis.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.set(target.href, target);
  },
  true,
);

/**
 * Makes a fetch of a part that may be repeated. Vite asks for the style sheets of a part only once, also after they could
 * not be fetched: the next try would draw the part without them.
 */
export function withStyles<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let missing: string[] = [];
  return async () => {
    await Promise.all([...lost.values()].map(fetchAgain));
    // Sheets that only other parts lack, which an extension may have blocked for good, keep nothing away.
    if (missing.some((href) => lost.has(href))) throw new Error('A style sheet is still missing.');
    const before = new Set(lost.keys());
    try {
      return await load();
    } catch (error) {
      missing = [...lost.keys()].filter((href) => !before.has(href));
      throw error;
    }
  };
}

/** Asks for a lost style sheet, once for all parts that wait for it. */
function fetchAgain(link: HTMLLinkElement): Promise<void> {
  const { href } = link;
  const coming = asked.get(href) ?? replace(link).finally(() => asked.delete(href));
  asked.set(href, coming);
  return coming;
}

async function replace(link: HTMLLinkElement): Promise<void> {
  const again = document.createElement('link');
  for (const { name, value } of link.attributes) again.setAttribute(name, value);
  again.nonce = link.nonce;
  await new Promise<void>((settled) => {
    again.addEventListener('error', () => settled());
    again.addEventListener('load', () => {
      lost.delete(link.href);
      settled();
    });
    link.replaceWith(again);
  });
}
