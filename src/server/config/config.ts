import { cpus } from 'node:os';
import { resolve } from 'node:path';

import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import { parseAddress } from '#engine/mail/port.ts';
import type { MailAddress } from '#engine/mail/port.ts';

import { dayLimitsOf } from './day-limit-settings.ts';
import { keepTimesOf } from './keep-settings.ts';
import type { KeepTimes } from './keep-settings.ts';
import type { DayDefaults } from '#server/features/faxes/queue/day-limit.store.ts';
import { settings } from './settings.ts';
import type { SettingName, SettingValues } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

/** Conversions side by side by default: one a core, but never so many that the rest of a big machine starves. */
const MOST_CONVERT_WORKERS = 4;
const MIB = 1024 * 1024;

/** The configuration as the product uses it; each name is that of the setting (spec settings 2). */
export interface Config extends KeepTimes {
  dataDir: string;
  listen: { host: string; port: number };
  /** Origin of the default brand, e.g. https://fax.example.com. */
  publicOrigin: string;
  /** Whether it was set: without it the default brand alone answers on every host name. */
  publicOriginSet: boolean;
  publicPath: string;
  databaseUrl: string;
  /** The server itself, where `databaseUrl` leads to a pooler; empty otherwise. */
  databaseDirectUrl: string;
  blobs: string;
  /** So many bytes of files may wait here while the bucket is away; 0: none. */
  spoolBytes: number;
  smtpUrl: string;
  /** Sender of mails without a brand's own. */
  mailFrom: MailAddress;
  /** Where mails that become faxes come in; null: nowhere. */
  mailListen: { host: string; port: number } | null;
  /** Certificate and key of its STARTTLS; null: one of our own. */
  mailTls: { cert: string; key: string } | null;
  mailRequireProof: boolean;
  /** Bytes of the largest mail that is taken. */
  mailBytes: number;
  mailFronts: string[];
  dns: string;
  /** Where notices for the operator go. */
  operatorEmail: string;
  /** undefined: demonstration data on an empty data folder only. */
  demo: boolean | undefined;
  demoPassword: string;
  roles: ReadonlySet<'web' | 'worker' | 'smtp'>;
  masterKeyFile: string;
  allowPrivateHosts: boolean;
  /** Where clamd is; empty: uploads are not scanned. */
  clamav: '' | { host: string; port: number };
  /** The application at Egnyte; its base URL stands for every domain, in tests. */
  egnyte: { baseUrl: string; clientId: string; clientSecret: string };
  timezone: string;
  logLevel: string;
  node: string;
  sessionIdleSeconds: number;
  sessionSeconds: number;
  /** Wrong passwords for one login from one address within `seconds`, then it has to wait. */
  loginFailures: { most: number; seconds: number };
  /** How often an API key may call. */
  apiRate: { perSecond: number; burst: number };
  trustProxy: string[];
  connectionsPerAddress: number;
  /** What may be attached to a fax. */
  upload: UploadLimits;
  /** What an account may send in a day unless it or its product says otherwise. */
  dayLimits: DayDefaults;
  /** Contacts that an account may have. */
  maxContacts: number;
  /** What a call may send as JSON. */
  jsonBytes: number;
  convertWorkers: number;
  /** Of which faxes the text is recognized. */
  readText: 'off' | 'received' | 'all';
  /** Milliseconds that a document may take to become pages, and after which idle converters end (Infinity: never). */
  convertMs: number;
  converterIdleMs: number;
  /** For what has no page size of its own. */
  paper: 'letter' | 'a4';
  /** Of what calls carry. */
  resolution: 'fine' | 'standard';
  /** Whether faxes have a line with date, sender and page on top. */
  headerLine: boolean;
  /** A larger fax does not go along with mails. */
  mailAttachmentBytes: number;
  /** When usage is rolled up, in the server zone. */
  usageRollUp: { hour: number; minute: number };
  /** Days until the number of a closed account may go to somebody else. */
  numberRestDays: number;
  untrustedDocuments: 'sandbox' | 'accept-risk';
  metricsToken: string;
  /** Whether operators may sign in at /operator. */
  operatorConsole: boolean;
  /** Copies of the tables that are kept, one made before each change of the schema. */
  upgradeBackups: number;
  /** Where the nightly backup goes, and how many stay; an empty folder: nowhere. */
  nightlyBackups: { folder: string; keep: number };
  /** Days from one comparison of all stored files with their hashes to the next; 0 for never. */
  scrubDays: number;
  fault: string;
  /** Waits in minutes before attempts 2 to 5; undefined: the built-in schedule with jitter. */
  retryMinutes: number[] | undefined;
}

/** Thrown with one sentence for each fault of the environment. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads and checks the environment: all faults at once, names that we don't know included. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults = unknownSettings(env);
  const values = {} as Record<SettingName, unknown>;
  for (const [name, { fallback, schema }] of Object.entries(settings)) {
    const parsed = schema.safeParse(env[name] ?? fallback);
    if (parsed.success) values[name as SettingName] = parsed.data;
    else
      faults.push(`${name} ${parsed.error.issues.at(0)?.message ?? 'is not valid'} (it is "${env[name]}").`);
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return toConfig(values as SettingValues);
}

function toConfig(values: SettingValues): Config {
  const dataDir = resolve(values.F2E_DATA);
  const publicOrigin = values.F2E_PUBLIC_ORIGIN || `http://localhost:${values.F2E_LISTEN.port}`;
  return {
    dataDir,
    listen: values.F2E_LISTEN,
    publicOrigin,
    publicOriginSet: values.F2E_PUBLIC_ORIGIN !== '',
    publicPath: values.F2E_PUBLIC_PATH,
    databaseUrl: values.F2E_DATABASE_URL,
    databaseDirectUrl: values.F2E_DATABASE_DIRECT_URL,
    blobs: values.F2E_BLOBS,
    spoolBytes: values.F2E_SPOOL_MIB * MIB,
    smtpUrl: values.F2E_SMTP_URL,
    mailFrom: senderOf(values.F2E_MAIL_FROM, publicOrigin),
    mailListen: values.F2E_SMTP_LISTEN || null,
    mailTls: tlsOf(values.F2E_SMTP_TLS_CERT, values.F2E_SMTP_TLS_KEY),
    mailRequireProof: values.F2E_MAIL_REQUIRE_AUTH,
    mailFronts: values.F2E_MAIL_FRONTS,
    dns: values.F2E_DNS,
    operatorEmail: values.F2E_OPERATOR_EMAIL || `postmaster@${new URL(publicOrigin).hostname}`,
    demo: values.F2E_DEMO === '' ? undefined : values.F2E_DEMO,
    demoPassword: values.F2E_DEMO_PASSWORD,
    roles: new Set(values.F2E_ROLES),
    masterKeyFile: values.F2E_MASTER_KEY_FILE || resolve(dataDir, 'keys/master.key'),
    allowPrivateHosts: values.F2E_ALLOW_PRIVATE_HOSTS,
    egnyte: {
      baseUrl: values.F2E_EGNYTE_BASE_URL,
      clientId: values.F2E_EGNYTE_CLIENT_ID,
      clientSecret: values.F2E_EGNYTE_CLIENT_SECRET,
    },
    clamav: values.F2E_CLAMAV,
    timezone: values.F2E_TIMEZONE,
    logLevel: values.F2E_LOG,
    node: values.F2E_NODE,
    sessionIdleSeconds: Math.round(values.F2E_SESSION_IDLE_MINUTES * 60),
    sessionSeconds: Math.round(values.F2E_SESSION_HOURS * 3600),
    trustProxy: values.F2E_TRUST_PROXY,
    connectionsPerAddress: values.F2E_CONNECTIONS_PER_ADDRESS,
    convertWorkers: values.F2E_CONVERT_WORKERS || Math.min(cpus().length, MOST_CONVERT_WORKERS),
    untrustedDocuments: values.F2E_UNTRUSTED_DOCUMENTS,
    metricsToken: values.F2E_METRICS_TOKEN,
    operatorConsole: values.F2E_OPERATOR_CONSOLE,
    ...limitsOf(values),
    fault: values.F2E_FAULT,
    retryMinutes: values.F2E_RETRY_MINUTES === '' ? undefined : values.F2E_RETRY_MINUTES,
  };
}

/** What bounds the installation, how long it keeps things, and when it does what. */
function limitsOf(values: SettingValues) {
  return {
    loginFailures: {
      most: values.F2E_LOGIN_FAILURES,
      seconds: values.F2E_LOGIN_FAILURE_MINUTES * 60,
    },
    apiRate: { perSecond: values.F2E_API_CALLS_PER_SECOND, burst: values.F2E_API_BURST },
    upload: uploadOf(values),
    dayLimits: dayLimitsOf(values),
    maxContacts: values.F2E_MAX_CONTACTS,
    jsonBytes: values.F2E_JSON_MIB * MIB,
    convertMs: values.F2E_CONVERT_SECONDS * 1000,
    converterIdleMs: values.F2E_CONVERT_IDLE_SECONDS * 1000 || Infinity,
    headerLine: values.F2E_HEADER_LINE,
    readText: values.F2E_OCR,
    paper: values.F2E_PAPER,
    resolution: values.F2E_RESOLUTION,
    mailBytes: values.F2E_MAIL_MIB * MIB,
    mailAttachmentBytes: values.F2E_MAIL_ATTACHMENT_MIB * MIB,
    usageRollUp: values.F2E_USAGE_ROLLUP,
    numberRestDays: values.F2E_NUMBER_REST_DAYS,
    upgradeBackups: values.F2E_UPGRADE_BACKUPS,
    nightlyBackups: {
      folder: values.F2E_BACKUP_FOLDER && resolve(values.F2E_BACKUP_FOLDER),
      keep: values.F2E_BACKUPS,
    },
    ...keepTimesOf(values),
    scrubDays: values.F2E_SCRUB_DAYS,
  } satisfies Partial<Config>;
}

function uploadOf(values: SettingValues): UploadLimits {
  const [file, all] = [values.F2E_UPLOAD_FILE_MIB, values.F2E_UPLOAD_MIB];
  if (file > all)
    throw new ConfigError(
      `F2E_UPLOAD_FILE_MIB must be no more than F2E_UPLOAD_MIB (it is ${file} of ${all}).`,
    );
  return { fileBytes: file * MIB, files: values.F2E_UPLOAD_FILES, bytes: all * MIB };
}

function tlsOf(cert: string, key: string): Config['mailTls'] {
  if ((cert === '') !== (key === ''))
    throw new ConfigError('F2E_SMTP_TLS_CERT and F2E_SMTP_TLS_KEY need each other.');
  return cert === '' ? null : { cert, key };
}

/** The sender's address; a public origin that is a bare IPv6 address has no mail domain. */
function senderOf(written: string, publicOrigin: string): MailAddress {
  const address =
    written === ''
      ? (parseAddress(`no-reply@${new URL(publicOrigin).hostname}`) ?? parseAddress('no-reply@localhost'))
      : parseAddress(written);
  if (!address) throw new ConfigError(`F2E_MAIL_FROM is not one plain address (it is "${written}").`);
  return address;
}

/** The environment of this process, read once, in the two composition roots. */
export function configOfProcess(): Config {
  return readConfig(process.env);
}

/** The text of .env.example: every variable with its default and meaning. */
export function describeSettings(): string {
  const lines = Object.entries(settings).map(
    ([name, { fallback, meaning }]) => `# ${meaning}\n# ${name}=${fallback}\n`,
  );
  return `# Every setting with its default. Copy what you change and drop the leading «# ».\n\n${lines.join('\n')}`;
}
