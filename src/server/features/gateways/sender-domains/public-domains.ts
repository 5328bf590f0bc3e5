/** Second-level names under country codes below which registries sell names: `co.uk`, `com.au`. */
const REGISTRY_LABELS = new Set(
  'ac ad asn biz co com con csiro ed edu ed firm gen go gob gouv gov govt gv id idv ind info int kr ltd me mil mod name ne net nhs nom nom nym or org oz per plc police press priv pro res sch school store tm tv web'.split(
    ' ',
  ),
);

/** Domains below which strangers get their own names (a selection from the Public Suffix List's private section). */
const SHARED_HOSTS = new Set(
  'github.io gitlab.io herokuapp.com appspot.com azurewebsites.net cloudapp.net amazonaws.com netlify.app vercel.app pages.dev workers.dev web.app firebaseapp.com blogspot.com wordpress.com wixsite.com myshopify.com dyndns.org no-ip.org duckdns.org ddns.net'.split(
    ' ',
  ),
);

/**
 * Returns whether anybody can get a name below this domain, so that trusting it would trust strangers (A-WL-01). Names
 * that are not plain ASCII are refused too: people cannot tell them from others.
 */
export function isPublicDomain(domain: string): boolean {
  const labels = domain.split('.');
  if (labels.some((label) => label.startsWith('xn--'))) return true;
  const [second = '', top = ''] = labels.slice(-2);
  if (labels.length < 2 || SHARED_HOSTS.has(labels.slice(-2).join('.'))) return true;
  return labels.length === 2 && top.length === 2 && REGISTRY_LABELS.has(second);
}

/** Returns a domain and all its parent domains: `mail.x.co.uk`, `x.co.uk`, `co.uk`. */
export function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
