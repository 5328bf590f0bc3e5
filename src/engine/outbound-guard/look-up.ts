import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const HOSTS_FILE = '/etc/hosts';
const RESOLVER_FILE = '/etc/resolv.conf';

/** A name server that does not respond within this time is queried once more. */
const ANSWER_MS = 5_000;

/** How many domains a short name is searched in (resolv.conf `search`). */
const MOST_DOMAINS = 6;

/**
 * Returns the addresses of a host: from a literal in any notation, the hosts file, or the machine's name servers,
 * including its search domains. Empty if there is no such host. Never uses getaddrinfo: that blocks one of the four
 * threads that do all file I/O, cannot be canceled, and delays even process exit (F-ops-06). `dns` overrides the
 * machine's servers (`host:port`).
 */
export async function lookUpHost(
  host: string,
  signal: AbortSignal,
  dns?: readonly string[],
): Promise<string[]> {
  const literal = literalOf(host);
  if (literal) return [literal];
  const known = await fromHostsFile(host);
  if (known.length > 0) return known;
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 2 });
  if (dns) resolver.setServers(dns);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (const name of await namesOf(host)) {
      if (signal.aborted) return [];
      const found = await Promise.all([
        resolver.resolve4(name).catch(() => []),
        resolver.resolve6(name).catch(() => []),
      ]);
      if (found.flat().length > 0) return found.flat();
    }
    return [];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Returns the address that a literal means, such as 127.1, 0x7f000001 and 2130706433 (WHATWG URL, host parsing). */
function literalOf(host: string): string | undefined {
  const bare = host.replaceAll(/[[\]]/g, '');
  if (isIP(bare)) return bare;
  const url = `http://${host}/`;
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
  return isIP(hostname) ? hostname : undefined;
}

async function fromHostsFile(host: string): Promise<string[]> {
  const name = host.toLowerCase();
  const found = (await linesOf(HOSTS_FILE)).flatMap(([address = '', ...names]) =>
    names.some((one) => one.toLowerCase() === name) && isIP(address) ? [address] : [],
  );
  // RFC 6761 6.3: this holds even without an entry.
  return found.length === 0 && (name === 'localhost' || name.endsWith('.localhost')) ? ['127.0.0.1'] : found;
}

/** Returns the names to query: a name with a dot unchanged; a short one also in the machine's own domains. */
async function namesOf(host: string): Promise<string[]> {
  if (host.includes('.')) return [host];
  const search = (await linesOf(RESOLVER_FILE)).filter(([word]) => word === 'search' || word === 'domain');
  const domains = search.at(-1)?.slice(1, 1 + MOST_DOMAINS) ?? [];
  return [...domains.map((domain) => `${host}.${domain}`), host];
}

/** How long a file's content is reused: webhooks look up hundreds of hosts per second. */
const FRESH_MS = 1_000;
const read = new Map<string, { at: number; lines: Promise<string[][]> }>();

/** Returns the words of each line; none for an unreadable file. Changes take effect within a second. */
async function linesOf(path: string): Promise<string[][]> {
  const known = read.get(path);
  if (known && performance.now() - known.at < FRESH_MS) return await known.lines;
  const lines = readLines(path);
  read.set(path, { at: performance.now(), lines });
  return await lines;
}

async function readLines(path: string): Promise<string[][]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*$/, '')
      .trim()
      .split(/\s+/),
  );
}
