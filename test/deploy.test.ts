import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** Runs deploy/f2e.sh with these settings and a program that prints the settings it receives. */
async function settingsSeen(text: string, own: Record<string, string> = {}): Promise<Record<string, string>> {
  const [settings, program, script] = ['f2e.env', 'show.mjs', 'f2e'].map((name) => join(folder, name));
  const shipped = await readFile(join(DEPLOY, 'f2e.sh'), 'utf8');
  const here = shipped
    .replace('/etc/f2e/f2e.env', settings!)
    .replace('/opt/f2e/bin/f2e.mjs', program!)
    .replace('exec setpriv --reuid f2e --regid f2e --init-groups node', 'exec node');
  expect(here).not.toMatch(/\/etc\/f2e|\/opt\/f2e|setpriv/u);
  await writeFile(settings!, text);
  await writeFile(program!, 'console.log(JSON.stringify({ ...process.env, args: process.argv.slice(2) }))');
  await writeFile(script!, here);
  const env = { ...ownEnvironment(), ...own };
  const { stdout } = await run('sh', [script!, 'job', 'list'], { env });
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

describe('the settings of a new service', () => {
  it('name only what exists', async () => {
    const known = await readFile(join(PROJECT, '.env.example'), 'utf8');
    const own = await readFile(join(DEPLOY, 'f2e.env'), 'utf8');
    const names = [...own.matchAll(/^(?:# )?(F2E_[A-Z_]+)=/gmu)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(known).toContain(`# ${name}=`);
  });
});

it('nginx takes the configuration for one machine', async () => {
  const file = join(folder, 'nginx.conf');
  const site = join(DEPLOY, 'nginx-one.conf');
  await writeFile(file, `pid ${folder}/pid; events {} http { access_log off; include ${site}; }`);
  const { stderr } = await run('/usr/sbin/nginx', ['-t', '-c', file, '-e', join(folder, 'log')]);
  expect(stderr).toContain('test is successful');
});
