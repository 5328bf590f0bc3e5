import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const HOSTS_FILE = '/etc/hosts';
const RESOLVER_FILE = '/etc/resolv.conf';

/** A name server that says nothing for so long is asked once more. */
const ANSWER_MS = 5_000;

/** Domains that a short name is looked for in (resolv.conf `search`). */
const MOST_DOMAINS = 6;

/**
 * The addresses of a host: a literal in any spelling, an entry of the hosts file, or what the machine's name servers say,
 * also below its search domains. Empty when there is no such host. Never by getaddrinfo: that blocks one of the four
 * threads that all files are read with, cannot be called off, and holds up even the end of the process (F-ops-06). `dns`
 * names other servers (`host:port`) than the machine's.
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

/** 127.1, 0x7f000001 and 2130706433 are the address that they mean (WHATWG URL, host parsing). */
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
  // RFC 6761 6.3: also where nobody wrote it down.
  return found.length === 0 && (name === 'localhost' || name.endsWith('.localhost')) ? ['127.0.0.1'] : found;
}

/** A name with a dot is asked as it is; a short one also in the machine's own domains. */
async function namesOf(host: string): Promise<string[]> {
  if (host.includes('.')) return [host];
  const search = (await linesOf(RESOLVER_FILE)).filter(([word]) => word === 'search' || word === 'domain');
  const domains = search.at(-1)?.slice(1, 1 + MOST_DOMAINS) ?? [];
  return [...domains.map((domain) => `${host}.${domain}`), host];
}

/** What was read is believed for so long: webhooks look up hundreds of hosts a second. */
const FRESH_MS = 1_000;
const read = new Map<string, { at: number; lines: Promise<string[][]> }>();

/** The words of each line; a file that cannot be read has none. A change counts within a second. */
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
