/** The style sheets that could not be fetched, by URL. */
const lost = new Map<string, HTMLLinkElement>();
/** The retries in progress, by URL. */
const asked = new Map<string, Promise<void>>();

// Error events of elements do not bubble, so they are captured.
globalThis.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.set(target.href, target);
  },
  true,
);

/**
 * Makes the loading of a part repeatable. Vite requests the style sheets of a part only once, even if that fails, so the
 * next attempt would render the part without them.
 */
export function withStyles<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let missing: string[] = [];
  return async () => {
    await Promise.all([...lost.values()].map(fetchAgain));
    // Missing style sheets of other parts, which an extension may have blocked, do not count.
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

/** Requests a lost style sheet again, once for all parts that wait for it. */
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
