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

/**
 * Default maximum of parallel conversions: one per core, but never so many that a big machine has no capacity for other
 * work.
 */
const MOST_CONVERT_WORKERS = 4;
const MIB = 1024 * 1024;

/** The configuration as the product uses it; each name corresponds to its setting (spec settings 2). */
export interface Config extends KeepTimes {
  dataDir: string;
  listen: { host: string; port: number };
  /** Origin of the default brand, e.g. https://fax.example.com. */
  publicOrigin: string;
  /** Whether the public origin was set: without it the default brand alone answers on every host name. */
  publicOriginSet: boolean;
  publicPath: string;
  databaseUrl: string;
  /** The URL of the database server itself, if `databaseUrl` leads to a pooler; empty otherwise. */
  databaseDirectUrl: string;
  blobs: string;
  /** How many bytes of files may wait here while the bucket is unavailable; 0: none. */
  spoolBytes: number;
  smtpUrl: string;
  /** Sender of mails for brands without their own. */
  mailFrom: MailAddress;
  /** Where mails that become faxes are received; null: nowhere. */
  mailListen: { host: string; port: number } | null;
  /** Certificate and key for its STARTTLS; null: a self-signed certificate. */
  mailTls: { cert: string; key: string } | null;
  mailRequireProof: boolean;
  /** Size of the largest mail accepted, in bytes. */
  mailBytes: number;
  mailFronts: string[];
  dns: string;
  /** Where notices for the operator go. */
  operatorEmail: string;
  /** Whether to make demonstration data; undefined: only if nobody has an account yet. */
  demo: boolean | undefined;
  demoPassword: string;
  roles: ReadonlySet<'web' | 'worker' | 'smtp'>;
  masterKeyFile: string;
  allowPrivateHosts: boolean;
  /** Address of clamd; empty: uploads are not scanned. */
  clamav: '' | { host: string; port: number };
  /** The application at Egnyte; in tests its base URL replaces every domain. */
  egnyte: { baseUrl: string; clientId: string; clientSecret: string };
  timezone: string;
  logLevel: string;
  node: string;
  sessionIdleSeconds: number;
  sessionSeconds: number;
  /** Wrong passwords allowed for one login from one address within `seconds`, before it has to wait. */
  loginFailures: { most: number; seconds: number };
  /** How often an API key may call. */
  apiRate: { perSecond: number; burst: number };
  trustProxy: string[];
  connectionsPerAddress: number;
  /** Limits for files attached to a fax. */
  upload: UploadLimits;
  /** What an account may send in a day, unless it or its product has its own limits. */
  dayLimits: DayDefaults;
  /** Maximum contacts per account. */
  maxContacts: number;
  /** Maximum size of a call's JSON body, in bytes. */
  jsonBytes: number;
  convertWorkers: number;
  /** Faxes whose text is recognized. */
  readText: 'off' | 'received' | 'all';
  /** Milliseconds allowed for converting a document, and after which idle converters end (Infinity: never). */
  convertMs: number;
  converterIdleMs: number;
  /** Paper size of documents that have none of their own. */
  paper: 'letter' | 'a4';
  /** Resolution of faxes in calls; what is stored and shown stays fine. */
  resolution: 'fine' | 'standard';
  /** Whether sent faxes have a line with date, sender and page at the top. */
  headerLine: boolean;
  /** Size in bytes above which a fax is not attached to mails. */
  mailAttachmentBytes: number;
  /** When usage is rolled up, in the server zone. */
  usageRollUp: { hour: number; minute: number };
  /** Days until the number of a closed account may go to somebody else. */
  numberRestDays: number;
  untrustedDocuments: 'sandbox' | 'accept-risk';
  metricsToken: string;
  /** Whether operators may sign in at /operator. */
  operatorConsole: boolean;
  /** How many copies of the tables are kept; one is made before each schema change. */
  upgradeBackups: number;
  /** Folder of the nightly backups, and how many are kept; an empty folder: no backups. */
  nightlyBackups: { folder: string; keep: number };
  /** Days between two checks of all stored files against their hashes; 0 for never. */
  scrubDays: number;
  fault: string;
  /** Waits in minutes before attempts 2 to 5; undefined: the built-in schedule with jitter. */
  retryMinutes: number[] | undefined;
}

/** Thrown with one sentence for each fault in the environment. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads and checks the environment; reports all faults at once, including unknown names. */
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

/** Returns the settings for limits, retention times and schedules. */
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

/** Returns the sender's address; a public origin that is a bare IPv6 address has no mail domain. */
function senderOf(written: string, publicOrigin: string): MailAddress {
  const address =
    written === ''
      ? (parseAddress(`no-reply@${new URL(publicOrigin).hostname}`) ?? parseAddress('no-reply@localhost'))
      : parseAddress(written);
  if (!address) throw new ConfigError(`F2E_MAIL_FROM is not one plain address (it is "${written}").`);
  return address;
}

/** Reads the environment of this process; called once in each of the two composition roots. */
export function configOfProcess(): Config {
  return readConfig(process.env);
}

/** Returns the text of .env.example: every variable with its default and meaning. */
export function describeSettings(): string {
  const lines = Object.entries(settings).map(
    ([name, { fallback, meaning }]) => `# ${meaning}\n# ${name}=${fallback}\n`,
  );
  return `# Every setting with its default. Copy what you change and drop the leading «# ».\n\n${lines.join('\n')}`;
}
