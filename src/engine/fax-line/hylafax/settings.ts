import { z } from 'zod';

/** A HylaFAX server and how this line uses it, from `hylafax://USER:PASSWORD@HOST:PORT?…` (docs/lines.md). */
export interface HylafaxSettings {
  host: string;
  port: number;
  user: string;
  password: string;
  /** Opens the queue of received faxes; without it the line only sends. */
  adminPassword: string;
  /** The only modem that this line sends through and takes arrivals of; empty for any. */
  modem: string;
  /** Whether NANP numbers are dialed with ten digits instead of eleven. */
  tenDigits: boolean;
  /** The called number of arrivals if the network provides none: a plain line has only one. */
  did: string;
  /** A folder that this product shares with the server's scripts; empty for none. */
  hooks: string;
}

/** The port that hfaxd listens on (hfaxd(8)). */
const PORT = 4559;

/** The whole address, or its parts as entered in a form. */
const config = z.union([
  z.object({ url: z.string().max(2_000) }),
  z
    .object({
      server: z.string().min(1).max(300),
      user: z.string().max(300),
      password: z.string().max(300),
      admin: z.string().max(300).default(''),
      modem: z.string().max(100).default(''),
      options: z.string().max(500).default(''),
    })
    .transform((parts) => ({ url: addressOf(parts) })),
]);

/** HylaFAX's names of devices and modem classes; also keeps quotes out of its commands. */
const MODEM = /^[\w.:/-]{1,64}$/;
const KNOWN = new Set(['admin', 'modem', 'dial', 'did', 'hooks']);

/** Reads the configuration of a line; a string is a sentence that says what is wrong, without repeating secrets. */
export function readHylafaxSettings(given: unknown): HylafaxSettings | string {
  const parsed = config.safeParse(given);
  if (!parsed.success)
    return 'A HylaFAX line needs its server, with user and password: hylafax://USER:PASSWORD@HOST:PORT.';
  if (!URL.canParse(parsed.data.url))
    return 'The server of a HylaFAX line is written like HOST:PORT, without spaces.';
  const url = new URL(parsed.data.url);
  if (url.protocol !== 'hylafax:') return 'The address of a HylaFAX line begins with hylafax://.';
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) return `A HylaFAX line has no option “${unknown}”.`;
  const option = (name: string): string => url.searchParams.get(name) ?? '';
  const settings = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || PORT,
    user: decoded(url.username),
    password: decoded(url.password),
    adminPassword: option('admin'),
    modem: option('modem'),
    tenDigits: option('dial') === '10',
    did: option('did').replaceAll(/\D/g, ''),
    hooks: option('hooks'),
  };
  return fault(settings, option('dial')) ?? settings;
}

/** Builds the address; every part is escaped, because a password may contain anything. */
function addressOf(
  parts: Record<'server' | 'user' | 'password' | 'admin' | 'modem' | 'options', string>,
): string {
  const { server, user, password, admin, modem, options } = parts;
  const query = new URLSearchParams(options.trim().replace(/^\?/u, ''));
  if (admin !== '') query.set('admin', admin);
  if (modem.trim() !== '') query.set('modem', modem.trim());
  const login = `${encodeURIComponent(user.trim())}:${encodeURIComponent(password)}`;
  const written = query.size > 0 ? `?${query.toString()}` : '';
  return `hylafax://${login}@${server.trim()}${written}`;
}

/** Decodes percent-encoding; a % that starts no escape stands for itself, because people type passwords. */
function decoded(written: string): string {
  return decodeURIComponent(written.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
}

function fault(settings: HylafaxSettings, dial: string): string | null {
  if (!settings.host || !settings.user) return 'A HylaFAX line needs the host and the user of its server.';
  if (settings.modem && !MODEM.test(settings.modem)) return 'A modem is named like ttyS0.';
  if (!['', '10', '11'].includes(dial)) return 'The option dial is 10 or 11.';
  if (settings.hooks && !settings.hooks.startsWith('/'))
    return 'The option hooks is a folder with its whole path.';
  const secrets = [settings.user, settings.password, settings.adminPassword].join('');
  // One line is one command: a line break in a name would start another command.
  return /\p{Cc}/u.test(secrets) ? 'Names and passwords have no line breaks.' : null;
}
