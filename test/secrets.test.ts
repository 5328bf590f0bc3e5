import { createReadStream } from 'node:fs';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';
import type { SmtpSink } from '#engine/mail/fixtures/smtp-sink.ts';

import { openBeside } from './faults/send-product.ts';
import { basicAuth } from './log-in.ts';
import { until } from './sending-rig.ts';
import { startProduct } from './start-product.ts';
import type { Product } from './start-product.ts';

const NUMBER = '2125550100';
/** Secrets that must never appear anywhere; the last letters of each are unlikely to occur by chance. */
const MARKERS = {
  password: 'Right-horse-7-zqxjkv',
  wrongPassword: 'Wrong-horse-7-zqxjkv',
  apiKey: 'KEY-of-a-carrier-zqxjkv',
  sftpPassword: 'Sftp-horse-7-zqxjkv',
  smtpPassword: 'Smtp-horse-7-zqxjkv',
  egnyteCode: 'egnyte-code-zqxjkv',
  text: 'the patient has zqxjkvitis',
  search: 'zqxjkv-search',
  station: 'ZQXJKV CLINIC',
};
const FORGED = '\n{"level":30,"msg":"login ok"}\n\u001b[2J';

/** Paths that carelessly configured servers expose. */
const PATHS = `
  .env .env.example .git/config .git/HEAD package.json package-lock.json docker-compose.yml backup.tar
  f2e.tar backup.zip dump.sql db.sqlite data/keys/master.key master.key assets/ assets/index.js.map
  index.html.bak index.html~ server/main.ts src/server/main.ts debug debug/pprof server-status actuator/env
  phpinfo.php .well-known/../.env %2e%2e/.env ..%2f..%2fetc%2fpasswd assets/..%2f..%2f.env .htaccess .DS_Store id_rsa
  wp-login.php
`
  .trim()
  .split(/\s+/);

/** Names of copies that people leave next to a site. */
const COPIES = 'backup db dump www site data f2e fax index config old test'
  .split(' ')
  .flatMap((name) =>
    '.zip .tar .tar.gz .sql .sql.gz .bak .old .orig .swp .7z .php .log .json~ /'
      .split(' ')
      .map((end) => name + end),
  );

let product: Product;
let relay: SmtpSink;
let before: number;
let log = '';
let tokens: string[] = [];

beforeAll(async () => {
  // Even with a careless umask, files must get the same permissions.
  before = process.umask(0);
  relay = await startSmtpSink();
  relay.answers['AUTH'] = '235 welcome';
  const url = `smtp://mailer:${MARKERS.smtpPassword}@127.0.0.1:${relay.port}`;
  const env = { F2E_LOG: 'debug', F2E_SMTP_URL: url, F2E_ALLOW_PRIVATE_HOSTS: '1' };
  product = await startProduct({ env, onLog: (text) => (log += text) });
  await use();
}, 180_000);
afterAll(async () => {
  process.umask(before);
  await product.stop();
  await relay.stop();
});

async function call(
  path: string,
  headers: Record<string, string>,
  init: RequestInit = {},
): Promise<Response> {
  return await fetch(`${product.baseURL}${path}`, { ...init, headers });
}

/** Uses the product as people do, including in ways they should not, with a marker in every secret. */
async function use(): Promise<void> {
  const add = ['account', 'add', '--brand', '1', '--number', '2125550188', '--email', 'owner@example.com'];
  expect(await product.f2e([...add, '--password-stdin'], MARKERS.password)).toMatchObject({ status: 0 });
  const line = ['line', 'add', '--kind', 'telnyx', '--name', 'carrier', '--pattern', '+4*'];
  const carrier = ['--connection', '1', '--webhook-key', Buffer.alloc(32, 1).toString('base64')];
  expect(await product.f2e([...line, ...carrier, '--api-key-stdin'], MARKERS.apiKey)).toMatchObject({
    status: 0,
  });
  await guess(`2125550188`, MARKERS.wrongPassword, 412);
  await guess(`admin${FORGED}`, MARKERS.wrongPassword, 412);
  const answer = await guess('2125550188', MARKERS.password, 200);
  tokens = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]?.split('=')[1] ?? '');
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  const token = cookie.find((one) => one?.startsWith('access-token='))?.slice('access-token='.length) ?? '';
  const mine = {
    cookie: cookie.join('; '),
    'x-access-token': token,
    'user-agent': `UA ${'x'.repeat(9_000)}`,
  };
  await call(`/api/db/f2e/SSPFaxArchive.json?draw=1&search[value]=${MARKERS.search}`, mine);
  await call(`/api/none%0A%7B%22level%22%3A30%2C%22msg%22%3A%22login%20ok%22%7D%1B[2J`, mine);
  await call(
    '/api/faxui/forgotPassword.json',
    { 'content-type': 'application/json' },
    {
      method: 'POST',
      body: JSON.stringify({ faxnumber: '2125550188', domain: '' }),
    },
  );
  // Only the mail contains the token.
  const reset = /reset-password\?token=([\w-]{20,})/u;
  const mails = await until(
    async () => relay.mails.map(({ source }) => source.replaceAll('=\r\n', '').replaceAll('=3D', '=')),
    (all) => all.some((source) => reset.test(source)),
  );
  tokens.push(...mails.flatMap((source) => reset.exec(source)?.[1] ?? []));
  const sftp = { type: 'sftp', status: 'Y', host: '127.0.0.1', port: '1', dir: '/in', login: 'copies' };
  const saved = await call(
    '/api/db/f2e/SftpStorageSettings.json',
    { ...mine, 'content-type': 'application/json' },
    { method: 'PUT', body: JSON.stringify({ ...sftp, pass: MARKERS.sftpPassword }) },
  );
  expect([saved.status, await saved.json()]).toMatchObject([200, { data: { hasPass: true } }]);
  await call(`/api/faxui/egnyte/oauth.php?code=${MARKERS.egnyteCode}&state=made-up`, mine);
  const form = new FormData();
  form.set('destinations', NUMBER);
  form.set('userfiles[0]', new Blob([`${MARKERS.text}\n`]), 'letter.txt');
  const sent = await call('/api/faxui/sendFax', mine, { method: 'POST', body: form });
  expect([sent.status, await sent.text()]).toEqual([200, expect.any(String)]);
}

async function guess(name: string, password: string, status: number): Promise<Response> {
  const authorization = basicAuth(name, password);
  const answer = await call('/api/auth/login/faxuser.cookie', { authorization }, { method: 'POST' });
  expect(answer.status).toBe(status);
  return answer;
}

/** Returns whether a cookie value opens a session, unlike «1» or a name. */
function isLong(token: string): boolean {
  return token.length > 20;
}

/** Returns every file under a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('what is written down', () => {
  it('[A-SECRET-01] no password, token, key, search, number or text of a fax reaches the log, even when it says everything', async () => {
    await until(
      async () => log,
      (said) => said.length > 0,
    );
    expect(tokens.filter(isLong)).not.toEqual([]);
    for (const marker of [...Object.values(MARKERS), ...tokens.filter(isLong)])
      expect(log).not.toContain(marker);
    // Request ids are random: some have ten digits in a row.
    expect(log.replaceAll(/"reqId":"[\da-f-]{36}"/g, '')).not.toMatch(/\d{10}/);
  });

  it('[A-SECRET-01] nor does any of it reach the labels of the metrics', async () => {
    const text = await (await call('/metrics', {})).text();
    expect(text).toContain('f2e_');
    for (const marker of [...Object.values(MARKERS), ...tokens.filter(isLong)])
      expect(text).not.toContain(marker);
    const labels = [...text.matchAll(/\{[^}]*\}/gu)].map(([all]) => all);
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.filter((label) => /\d{7}|@/u.test(label))).toEqual([]);
  });

  it('[A-DOS-06] every line of the log is one JSON object of ours, however names and addresses are written', () => {
    const lines = log.trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as { msg?: string });
    expect(entries.filter(({ msg }) => msg === 'login ok')).toEqual([]);
    expect(lines.filter((line) => line.includes('\u001b'))).toEqual([]);
    expect(lines.filter((line) => line.length > 4_096)).toEqual([]);
  });

  it('[A-SECRET-02] a stolen data folder holds no password, session or key of a carrier in readable form', async () => {
    const files = await filesIn(product.dataDir);
    expect(files.length).toBeGreaterThan(100);
    const { password, wrongPassword, apiKey, sftpPassword, smtpPassword, egnyteCode } = MARKERS;
    const secrets = [password, wrongPassword, apiKey, sftpPassword, smtpPassword, egnyteCode];
    expect(secrets.push(...tokens.filter(isLong))).toBeGreaterThan(8);
    const beside = await openBeside(product.dataDir);
    const { rows } = await beside.pool.query<{ hash: string }>(
      `select password_hash as hash from account where password_hash is not null
       union all select password_hash from parent where password_hash is not null`,
    );
    await beside.close();
    expect(rows.length).toBeGreaterThan(3);
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
    for (const file of files) {
      const bytes = await readFile(file).catch(() => Buffer.alloc(0)); // Recycled during the check.
      for (const secret of secrets) expect([file, bytes.includes(secret)]).toEqual([file, false]);
    }
    // A backup must not contain them either; its tables are compressed.
    const backup = join(product.dataDir, 'secrets-backup.tar');
    expect(await product.f2e(['backup', backup])).toMatchObject({ status: 0 });
    const parts: string[] = [];
    for await (const entry of createReadStream(backup).pipe(extract())) {
      const bytes = await buffer(entry);
      parts.push(entry.header.name);
      const plain = entry.header.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      for (const secret of secrets)
        expect([entry.header.name, plain.includes(secret)]).toEqual([entry.header.name, false]);
    }
    await rm(backup);
    for (const table of ['storage_link', 'token', 'mail_out', 'session'])
      expect([table, parts.some((name) => name.includes(`/${table}/`))]).toEqual([table, true]);
  });

  it('[A-SECRET-03] nobody else on the machine reads the data folder, whatever the umask', async () => {
    const open = [];
    for (const path of [product.dataDir, ...(await filesIn(product.dataDir))]) {
      const found = await stat(path).catch(() => null); // Removed during the check.
      if (found && (found.mode & 0o077) !== 0) open.push([path, found.mode.toString(8)]);
    }
    expect(open).toEqual([]);
    expect((await stat(join(product.dataDir, 'keys/master.key'))).mode & 0o777).toBe(0o400);
  });
});

describe('what is served', () => {
  it('[A-SECRET-05] nor does any of the usual names of copies', async () => {
    expect(PATHS.length + COPIES.length).toBeGreaterThanOrEqual(200);
    for (const path of COPIES) {
      const answer = await call(`/${path}`, { accept: '*/*' }, { redirect: 'manual' });
      const body = await answer.text();
      const isPage = answer.status === 200 && body.includes('<div id="');
      expect([path, answer.status === 404 || isPage]).toEqual([path, true]);
      expect(body).not.toMatch(/F2E_|ref: refs|"dependencies"|root:x:/);
    }
  });

  it.each(PATHS)('[A-SECRET-05] /%s gives nothing away', async (path) => {
    const answer = await call(`/${path}`, { accept: '*/*' }, { redirect: 'manual' });
    const body = await answer.text();
    const isPage =
      answer.headers.get('content-type')?.startsWith('text/html') === true && body.includes('<div id="');
    expect([answer.status, isPage]).toSatisfy(([status, page]) => status === 404 || page === true);
    expect(body).not.toMatch(/F2E_|ref: refs|"dependencies"|root:x:/);
  });
});
