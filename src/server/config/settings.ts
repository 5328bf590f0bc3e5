import { isIP } from 'node:net';
import { z } from 'zod';

import { apiRate } from './api-rate-settings.ts';
import { dayLimits } from './day-limit-settings.ts';
import { keepTimes } from './keep-settings.ts';
import { orEmpty, webOrigin } from '#server/kit/value-types.ts';
import {
  days,
  flag,
  hostPort,
  list,
  mebibytes,
  minutes,
  amount,
  roles,
  setting,
  timeOfDay,
  whole,
  wholeOrNone,
  zone,
} from './setting-values.ts';

/** Every variable that the product reads; .env.example and the startup check come from this table. */
export const settings = {
  F2E_DATA: setting('./data', z.string().min(1), 'folder for everything the embedded defaults keep'),
  F2E_LISTEN: setting('127.0.0.1:8080', hostPort, 'HTTP address'),
  F2E_PUBLIC_ORIGIN: setting(
    '',
    orEmpty(webOrigin),
    'origin of the default brand; http://localhost and the port of F2E_LISTEN when empty',
  ),
  F2E_PUBLIC_PATH: setting(
    '',
    z.string().regex(/^(?:\/[A-Za-z0-9._-]+)*$/, 'must be empty or like /fax'),
    'base path',
  ),
  F2E_DATABASE_URL: setting(
    'embedded',
    z.string().regex(/^(?:embedded$|postgres(?:ql)?:\/\/)/, 'must be embedded or postgres://…'),
    'the database',
  ),
  F2E_DATABASE_DIRECT_URL: setting(
    '',
    z.string().regex(/^(?:$|postgres(?:ql)?:\/\/)/, 'must be empty or postgres://…'),
    'the same database past a pooler in transaction mode (PgBouncer) that F2E_DATABASE_URL leads to',
  ),
  F2E_BLOBS: setting(
    'file:',
    z.string().regex(/^(?:file:|s3:\/\/)/, 'must be file: or s3://…'),
    'where documents are kept',
  ),
  F2E_SPOOL_MIB: setting(
    '2048',
    mebibytes,
    'files that may wait in the folder spool of F2E_DATA while the bucket is away; 0: none, sends are refused',
  ),
  F2E_SMTP_URL: setting(
    'file:',
    z.string().regex(/^(?:file:|smtps?:\/\/)/, 'must be file:, smtp://… or smtps://…'),
    'outgoing mail: file:, smtp://… or smtps://…; another machine needs TLS with a valid certificate (docs/mail.md)',
  ),
  F2E_SMTP_LISTEN: setting(
    '127.0.0.1:2525',
    z.literal('').or(hostPort),
    'email-to-fax listener; empty turns it off',
  ),
  F2E_DEMO: setting(
    '',
    z.literal('').or(flag),
    '1 creates the demonstration data, 0 starts empty; 1 on an empty data folder when empty',
  ),
  F2E_DEMO_PASSWORD: setting(
    '',
    z.string().max(32),
    'password of all demonstration logins; random when empty',
  ),
  F2E_ROLES: setting('web,worker,smtp', roles, 'what this process runs'),
  F2E_MASTER_KEY_FILE: setting(
    '',
    z.string(),
    'key that encrypts stored secrets; keys/master.key in the data folder when empty',
  ),
  F2E_ALLOW_PRIVATE_HOSTS: setting(
    '0',
    flag,
    '1 lets SFTP, Egnyte, webhooks, single sign-on, documents by URL (API) and carriers reach private addresses and this machine, also over plain http: only for customers who may reach all of that (docs/storage.md)',
  ),
  F2E_EGNYTE_BASE_URL: setting('', z.literal('').or(z.url()), 'stands for every Egnyte host (tests)'),
  F2E_EGNYTE_CLIENT_ID: setting('', z.string(), 'Egnyte application'),
  F2E_EGNYTE_CLIENT_SECRET: setting('', z.string(), 'Egnyte application'),
  F2E_TIMEZONE: setting('America/New_York', zone, 'server zone'),
  F2E_LOG: setting(
    'info',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'log level',
  ),
  F2E_NODE: setting(
    'n1',
    z.string().regex(/^(?!(?:auth|db|rrad|faxui|checkAuthToken)$)[a-z][a-z0-9-]{0,31}$/, 'is no node name'),
    'node name of this installation',
  ),
  F2E_MAIL_REQUIRE_AUTH: setting('1', flag, '0 accepts the From address of incoming mail unproved'),
  F2E_MAIL_FROM: setting(
    '',
    z.literal('').or(z.email()),
    'sender of mails; no-reply@ the public host when empty',
  ),
  F2E_MAIL_ATTACHMENT_MIB: setting(
    '10',
    whole('MiB', 100),
    'larger faxes are not attached to emails; the email has a link instead',
  ),
  F2E_MAIL_MIB: setting('40', whole('MiB', 100), 'the largest mail that is taken to be sent as a fax'),
  F2E_OPERATOR_EMAIL: setting(
    '',
    z.literal('').or(z.email()),
    'where notices for the operator go; postmaster@ the public host when empty',
  ),
  F2E_SESSION_IDLE_MINUTES: setting(
    '60',
    amount('minutes', 525_600),
    'a session ends after this long without use',
  ),
  F2E_SESSION_HOURS: setting('24', amount('hours', 8_760), 'a session ends after this long in all'),
  F2E_LOGIN_FAILURES: setting(
    '10',
    whole('failures', 1_000),
    'wrong passwords for one login from one address, then it has to wait',
  ),
  F2E_LOGIN_FAILURE_MINUTES: setting(
    '15',
    whole('minutes', 1_440),
    'wrong passwords count together for this long',
  ),
  F2E_TRUST_PROXY: setting(
    '',
    list,
    'addresses of front proxies whose forwarded headers are believed; needed behind https',
  ),
  F2E_CONNECTIONS_PER_ADDRESS: setting(
    '1000',
    whole('connections', 100_000),
    'connections that one address may hold at the same time; F2E_TRUST_PROXY and this machine may hold any number',
  ),
  ...apiRate,
  F2E_UPLOAD_FILE_MIB: setting('10', whole('MiB', 60), 'the largest file that can be attached'),
  F2E_UPLOAD_FILES: setting('20', whole('files', 100), 'files that can be attached to one fax'),
  F2E_UPLOAD_MIB: setting('50', whole('MiB', 60), 'the files of one fax together'),
  F2E_JSON_MIB: setting('1', whole('MiB', 16), 'what a call may send as JSON'),
  F2E_CONVERT_SECONDS: setting(
    '120',
    whole('seconds', 900),
    'a document that takes longer to become pages is refused; LibreOffice and Ghostscript have half of it for a file',
  ),
  F2E_HEADER_LINE: setting(
    '1',
    flag,
    '0 prints no line with date, sender and page on top of faxes; the law of the USA wants one (47 CFR 68.318)',
  ),
  F2E_PAPER: setting(
    'letter',
    z.enum(['letter', 'a4']),
    'letter or a4: for texts, cover pages, pictures and PostScript; no page is shorter, documents keep their own size',
  ),
  F2E_RESOLUTION: setting(
    'fine',
    z.enum(['fine', 'standard']),
    'fine or standard: of what calls carry; standard has half of the rows and of the time, what is stored and shown stays fine',
  ),
  F2E_OCR: setting(
    'all',
    z.enum(['off', 'received', 'all']),
    'off, received or all: of which faxes the text is recognized, so that searches find what stands on their pages',
  ),
  F2E_CONVERT_WORKERS: setting(
    '',
    z.literal('').or(
      z
        .string()
        .regex(/^[1-9]\d?$/, 'must be 1 to 99')
        .transform(Number),
    ),
    'conversions side by side; the number of cores, at most 4, when empty',
  ),
  F2E_CONVERT_IDLE_SECONDS: setting(
    '180',
    wholeOrNone('seconds', 86_400),
    'converters and LibreOffice end after so long without a document and give their memory back; 0 keeps them, at most 86400',
  ),
  F2E_UNTRUSTED_DOCUMENTS: setting(
    'sandbox',
    z.enum(['sandbox', 'accept-risk']),
    'accept-risk converts even where the sandbox does not work',
  ),
  F2E_OPERATOR_CONSOLE: setting('0', flag, '1 opens the web console of operators at /operator'),
  F2E_METRICS_TOKEN: setting('', z.string(), 'bearer token that opens /metrics to others than loopback'),
  F2E_SMTP_TLS_CERT: setting('', z.string(), 'STARTTLS certificate; self-signed when empty'),
  F2E_SMTP_TLS_KEY: setting('', z.string(), 'STARTTLS key'),
  F2E_MAIL_FRONTS: setting(
    '',
    list.pipe(z.array(z.string().refine((value) => isIP(value) !== 0, 'must be IP addresses'))),
    'mail servers in front whose word about their client is believed (XFORWARD, XCLIENT)',
  ),
  F2E_DNS: setting('system', z.string().min(1), 'resolvers host:port for mail authentication'),
  F2E_UPGRADE_BACKUPS: setting(
    '3',
    wholeOrNone('copies', 999),
    'copies of the tables kept in the folder backups of F2E_DATA, one made before each change of the schema; 0: none',
  ),
  F2E_BACKUP_FOLDER: setting(
    '',
    z.string(),
    'folder for a backup of everything every night, without the master key; empty: none',
  ),
  F2E_BACKUPS: setting('14', whole('backups', 9_999), 'nightly backups kept, 1 to 9999'),
  ...dayLimits,
  F2E_MAX_CONTACTS: setting('20000', whole('contacts', 999_999), 'contacts that an account may have'),
  ...keepTimes,
  F2E_NUMBER_REST_DAYS: setting(
    '90',
    days,
    'the number of a closed account goes to nobody else for so many days',
  ),
  F2E_USAGE_ROLLUP: setting(
    '03:00',
    timeOfDay,
    'when administrators’ usage is brought up to date, server zone',
  ),
  F2E_CLAMAV: setting('', z.literal('').or(hostPort), 'clamd that scans uploads'),
  F2E_FAULT: setting(
    '',
    z.string().regex(/^[a-z0-9_:,-]*$/, 'is no fault point'),
    'names a fault point; only in test builds',
  ),
  F2E_RETRY_MINUTES: setting(
    '',
    z.literal('').or(minutes),
    'waits before attempts 2 to 5; 2,5,10,20 with jitter when empty',
  ),
} as const;

export type SettingName = keyof typeof settings;
/** The value of each variable after reading. */
export type SettingValues = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
