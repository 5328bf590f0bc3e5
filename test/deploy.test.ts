import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';

import { PROJECT, ownEnvironment } from './start-product.ts';

const DEPLOY = join(PROJECT, 'deploy');
const run = promisify(execFile);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-deploy-'));
  return async () => await rm(folder, { recursive: true });
});

/**
 * Runs deploy/f2e.sh over these settings, with a program that prints what reaches it; `AS` is in its environment where
 * the script would become another user first.
 */
async function settingsSeen(
  text: string,
  own: Record<string, string> = {},
  args = ['job', 'list'],
): Promise<Record<string, string>> {
  const [settings, program, script] = ['f2e.env', 'show.mjs', 'f2e'].map((name) => join(folder, name));
  const shipped = await readFile(join(DEPLOY, 'f2e.sh'), 'utf8');
  const here = shipped
    .replace('/etc/f2e/f2e.env', settings!)
    .replace('/opt/f2e/bin/f2e.mjs', program!)
    .replace('exec setpriv --reuid f2e --regid f2e --init-groups node', 'exec env AS=f2e node');
  expect(here).not.toMatch(/\/etc\/f2e|\/opt\/f2e|setpriv/u);
  await writeFile(settings!, text);
  await writeFile(program!, 'console.log(JSON.stringify({ ...process.env, args: process.argv.slice(2) }))');
  await writeFile(script!, here);
  const env = { ...ownEnvironment(), ...own };
  const { stdout } = await run('sh', [script!, ...args], { env });
  return JSON.parse(stdout) as Record<string, string>;
}

describe('the command «f2e» of an installed service', () => {
  it('has the settings as systemd reads them: no sign of a value means anything to the shell', async () => {
    const seen = await settingsSeen(
      [
        '# A comment with F2E_LOG=debug in it',
        '',
        'F2E_BLOBS=s3://faxes?endpoint=https://s3.example&region=eu',
        'F2E_SMTP_URL=smtps://me:a$b`c;d@relay.example',
        'F2E_MAIL_FROM="fax@example.com"',
        'F2E_TRUST_PROXY=',
        'AWS_SECRET_ACCESS_KEY=a/b+c=',
      ].join('\n'),
    );
    expect(seen).toMatchObject({
      F2E_BLOBS: 's3://faxes?endpoint=https://s3.example&region=eu',
      F2E_SMTP_URL: 'smtps://me:a$b`c;d@relay.example',
      F2E_MAIL_FROM: 'fax@example.com',
      F2E_TRUST_PROXY: '',
      AWS_SECRET_ACCESS_KEY: 'a/b+c=',
      F2E_DATA: '/var/lib/f2e',
      args: ['job', 'list'],
    });
    expect(seen).not.toHaveProperty('F2E_LOG');
  });

  it('goes to another data folder when the caller names one, as a restore does', async () => {
    const seen = await settingsSeen('F2E_DEMO=0\n', { F2E_DATA: '/var/lib/f2e-new' });
    expect(seen).toMatchObject({ F2E_DATA: '/var/lib/f2e-new', F2E_DEMO: '0' });
  });

  it.each([
    ['line hylafax install-hooks --spool /var/spool/hylafax', undefined],
    ['line add --kind hylafax --install --modem ttyUSB0 --number 2125550100', undefined],
    ['line add --kind hylafax --name fax1', 'f2e'],
    ['line test --install', 'f2e'],
    ['job list', 'f2e'],
  ])('keeps root for what changes HylaFAX on the machine only: %s', async (command, user) => {
    const args = command.split(' ');
    const seen = await settingsSeen('F2E_DEMO=0\n', {}, args);
    expect(seen).toMatchObject({ args });
    expect(seen['AS']).toBe(user);
  });
});

describe('the units', () => {
  it('take nothing away that the sandbox of documents needs, and find any Node', async () => {
    const unit = await readFile(join(DEPLOY, 'systemd/f2e.service'), 'utf8');
    const backup = await readFile(join(DEPLOY, 'systemd/f2e-backup.service'), 'utf8');
    expect(unit).not.toMatch(
      /^(?:ProtectKernelTunables|ProtectKernelLogs|ProtectProc|ProcSubset|RestrictSUIDSGID|RestrictNamespaces)=/mu,
    );
    expect(unit + backup).not.toContain('/usr/bin/node');
    // The command and the service share one database through a socket in /tmp.
    expect(unit + backup).not.toContain('PrivateTmp=yes');
    expect(unit).toContain('\nReadWritePaths=/tmp\n');
  });
});

/** Runs what the unit does after a backup, as systemd would, over this folder; gives the names that are left. */
async function leftAfter(env: Record<string, string>): Promise<string[]> {
  const unit = await readFile(join(DEPLOY, 'systemd/f2e-backup.service'), 'utf8');
  // ExecStartPost would not run after a backup that ended with 1 because files are damaged.
  expect(unit).not.toContain('ExecStartPost');
  const [, script = ''] = /^ExecStopPost=\/bin\/sh -c '(.+)'$/mu.exec(unit) ?? [];
  const here = script.replaceAll('$$', '$').replaceAll('/var/lib/f2e-backups', folder);
  await run('/bin/sh', ['-c', here], { env: { ...ownEnvironment(), ...env } });
  return (await readdir(folder)).toSorted();
}

describe('the nightly backup', () => {
  it.each([
    ['14 where nothing is set', {}, 14],
    ['14 where the setting is empty', { F2E_BACKUPS: '' }, 14],
    ['F2E_BACKUPS', { F2E_BACKUPS: '2' }, 2],
    ['all where there are fewer', { F2E_BACKUPS: '400' }, 16],
  ])('keeps the newest with their keys: %s', async (_, env, kept) => {
    const nights = Array.from({ length: 16 }, (__, day) => `f2e-2026-11-${day + 10}T0130.tar`);
    for (const [day, name] of nights.entries()) {
      for (const file of [name, `${name}.key`]) await writeFile(join(folder, file), '');
      await utimes(join(folder, name), day, day);
    }
    await writeFile(join(folder, 'f2e-monday.tar'), '');
    const left = nights.slice(-kept).flatMap((name) => [name, `${name}.key`]);
    expect(await leftAfter(env)).toEqual([...left, 'f2e-monday.tar']);
  });

  it('has nothing to remove before the first one', async () => {
    expect(await leftAfter({})).toEqual([]);
  });
});

describe('the settings of a new service', () => {
  it('name only what exists', async () => {
    const known = await readFile(join(PROJECT, '.env.example'), 'utf8');
    const own = await readFile(join(DEPLOY, 'f2e.env'), 'utf8');
    const names = [...own.matchAll(/^(?:# )?(F2E_[A-Z_]+)=/gmu)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(known).toContain(`# ${name}=`);
  });
});

/** Has nginx read one of our files. */
async function accepts(site: string): Promise<string> {
  const file = join(folder, 'nginx.conf');
  await writeFile(join(folder, 'site.conf'), site);
  await writeFile(file, `pid ${folder}/pid; events {} http { access_log off; include ${folder}/site.conf; }`);
  const { stderr } = await run('/usr/sbin/nginx', ['-t', '-c', file, '-e', join(folder, 'log')]);
  return stderr;
}

/** The headers that a configuration hands on. */
const headersOf = (text: string): string[] => text.match(/proxy_set_header .+;/gu) ?? [];

describe('nginx', () => {
  it.each([
    ['nginx-one.conf', 0],
    ['nginx.conf', 1],
  ])('takes %s, also with what the page about the console adds to it', async (name, place) => {
    const shipped = await readFile(join(DEPLOY, name), 'utf8');
    expect(await accepts(shipped)).toContain('test is successful');
    const page = await readFile(join(PROJECT, 'docs/operator-console.md'), 'utf8');
    const added = [...page.matchAll(/```nginx\n([^`]+)```/gu)][place]?.[1] ?? '';
    expect(added).toContain('deny all;');
    expect(await accepts(shipped.replace('  location / {', `${added}\n  location / {`))).toContain(
      'test is successful',
    );
    // Without these the product would take the proxy for the client.
    const inherited = /^  proxy_set_header/mu.test(shipped);
    expect(headersOf(added)).toEqual(inherited ? [] : headersOf(shipped));
  });
});
