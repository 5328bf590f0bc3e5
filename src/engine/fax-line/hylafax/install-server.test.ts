import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { THIS_MACHINE, installServer } from './install-server.ts';
import type { ServerMachine } from './install-server.ts';
import { withSettings, withUser } from './server-files.ts';

const owner = process.getuid?.() ?? 0;
/** Uses /dev/null, a character device that every machine has. */
const request = { modem: 'null', number: '2125550100', owner };

let folder: string;
let commands: string[];
let failing: RegExp;
let machine: ServerMachine;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-install-'));
  for (const made of ['etc', 'spool/config', 'spool/bin', 'spool/etc', 'spool/recvq'])
    await mkdir(join(folder, made), { recursive: true });
  await writeFile(join(folder, 'etc/config'), '# Debian’s own\nMaxBatchJobs: 64\nInternationalPrefix:\t00\n');
  await writeFile(join(folder, 'etc/hosts.hfaxd'), '# users\nlocalhost:21::\n', { mode: 0o600 });
  await writeFile(join(folder, 'spool/config/class1'), 'ModemType: Class1\nRingsBeforeAnswer: 1\n');
  commands = [];
  failing = /^$/u;
  machine = {
    etc: join(folder, 'etc'),
    spool: join(folder, 'spool'),
    dev: '/dev',
    systemd: true,
    units: join(folder, 'units'),
    run: async (command, args, input) => {
      if (command === 'perl') return await THIS_MACHINE.run(command, args, input);
      const line = [command, ...args].join(' ');
      commands.push(line);
      return failing.test(line) ? { status: 1, output: 'E: nothing works\n' } : { status: 0, output: '' };
    },
  };
  return async () => await rm(folder, { recursive: true });
});

const read = async (path: string): Promise<string> => await readFile(join(folder, path), 'utf8');

describe('a HylaFAX server on this machine', () => {
  it('is set up for a modem as the documentation says, with a user of its own whose passwords the line knows', async () => {
    const outcome = await installServer(request, machine);
    if (outcome.kind === 'refused') throw new Error(outcome.reason);
    const url = new URL(outcome.url);
    expect([url.username, url.host]).toEqual(['f2e', '127.0.0.1:4559']);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      modem: 'null',
      did: '2125550100',
      hooks: join(folder, 'spool/f2e'),
    });
    const scheduler = await read('etc/config');
    expect(scheduler).toMatch(/^AreaCode: 212$/mu);
    expect(scheduler.match(/^(?:MaxBatchJobs|InternationalPrefix):.*$/gmu)).toEqual([
      'InternationalPrefix: 011',
      'MaxBatchJobs: 1',
    ]);
    const modem = await read('etc/config.null');
    expect(modem).toMatch(/^ModemType: Class1$/mu);
    expect(modem.match(/^RingsBeforeAnswer:.*$/gmu)).toEqual(['RingsBeforeAnswer: 2']);
    expect(modem.match(/^CallIDPattern:.*$/gmu)).toEqual([
      'CallIDPattern: "NMBR="',
      'CallIDPattern: "NDID="',
    ]);
    const [comment, ours, ...others] = (await read('etc/hosts.hfaxd')).trim().split('\n');
    expect([comment, ...others]).toEqual(['# users', 'localhost:21::']);
    const [, hash = ''] = /^\^f2e@\.\*\$:22:(\$6\$[^:]+):\$6\$[^:]+$/u.exec(ours ?? '') ?? [];
    const salt = hash.slice(0, hash.lastIndexOf('$') + 1);
    const again = await THIS_MACHINE.run(
      'perl',
      ['-e', 'print crypt(<STDIN>, $ARGV[0])', salt],
      url.password,
    );
    expect(again.output).toBe(hash);
    expect((await stat(join(folder, 'etc/hosts.hfaxd'))).mode & 0o777).toBe(0o600);
    expect(await read('etc/config.f2e-before')).toContain('MaxBatchJobs: 64');
    expect(commands).toEqual([
      'dpkg-query -W hylafax-server',
      'faxsetup -nointeractive',
      'systemctl daemon-reload',
      'systemctl enable hylafax faxq hfaxd faxgetty@null',
      'systemctl restart hylafax faxq hfaxd faxgetty@null',
    ]);
    expect(outcome.left).toEqual([]);
    expect(commands.join(' ')).not.toContain(url.password);
  });

  it('done twice renews only the passwords', async () => {
    await installServer(request, machine);
    const [config, modem] = [await read('etc/config'), await read('etc/config.null')];
    await installServer(request, machine);
    expect([await read('etc/config'), await read('etc/config.null')]).toEqual([config, modem]);
    expect((await read('etc/hosts.hfaxd')).match(/f2e@/gu)).toHaveLength(1);
    expect(await read('etc/config.f2e-before')).toContain('MaxBatchJobs: 64');
  });

  it('has services that are started again however they end, also silently with code 0', async () => {
    await installServer(request, machine);
    const added = ['faxq', 'hfaxd', 'faxgetty@'].map((unit) => `units/${unit}.service.d/f2e.conf`);
    const texts = await Promise.all(added.map(read));
    for (const text of texts)
      expect(text.replaceAll(/^#.*\n/gmu, '')).toBe('[Service]\nRestart=always\nRestartSec=5\n');
    expect((await stat(join(folder, added[0] ?? ''))).mode & 0o777).toBe(0o644);
    expect(commands.indexOf('systemctl daemon-reload')).toBeLessThan(
      commands.findIndex((line) => line.startsWith('systemctl restart')),
    );
    await installServer(request, machine);
    expect(await Promise.all(added.map(read))).toEqual(texts);
    expect(await readdir(join(folder, 'units/faxq.service.d'))).toEqual(['f2e.conf']);
  });

  it('gets nothing for systemd where that does not run', async () => {
    const outcome = await installServer(request, { ...machine, systemd: false });
    expect(outcome).toMatchObject({ left: [expect.stringContaining('started again')] });
    await expect(readdir(join(folder, 'units'))).rejects.toThrow('ENOENT');
    expect(commands.filter((line) => line.startsWith('systemctl'))).toEqual([]);
  });

  it('is not touched where the modem is missing or the package cannot be had, and says what is left without systemd', async () => {
    const before = await read('etc/config');
    expect(await installServer({ ...request, modem: 'ttyNONE' }, machine)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('There is no /dev/ttyNONE'),
    });
    expect(await installServer({ ...request, modem: '../etc/passwd' }, machine)).toMatchObject({
      kind: 'refused',
    });
    failing = /^(?:dpkg-query|apt-get)/u;
    expect(await installServer(request, machine)).toEqual({
      kind: 'refused',
      reason: 'The package hylafax-server could not be installed: E: nothing works',
    });
    expect(await read('etc/config')).toBe(before);
    failing = /^systemctl restart/u;
    expect(await installServer(request, machine)).toMatchObject({
      left: [expect.stringContaining('failed: E: nothing works')],
    });
    expect(await installServer(request, { ...machine, systemd: false })).toMatchObject({
      left: [expect.stringContaining('no systemd')],
    });
  });
});

it('settings replace their namesakes whatever their case and spacing, and nothing else', () => {
  expect(withSettings('a: 1\n#A: 2\n  A :3\nAb: 4\n\n\n', [['A', '9']])).toBe('#A: 2\nAb: 4\nA: 9\n');
  expect(withUser('x:7:h:\n', 'f2e', { password: 'p', admin: 'a' })).toBe('^f2e@.*$:8:p:a\nx:7:h:\n');
});
