import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { openMailOut } from './choose.ts';
import { openFileOutbox } from './file-outbox.ts';
import { describeMailOut, mail } from './mail.contract-test.ts';

const folders: string[] = [];

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-mail-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  await Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true, force: true })));
});

async function mailsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).toSorted();
  return await Promise.all(names.map(async (name) => await readFile(join(folder, name), 'utf8')));
}

describeMailOut('the file outbox', async () => {
  const folder = await freshFolder();
  return {
    out: openFileOutbox(folder),
    left: async () =>
      (await mailsIn(folder)).map((source) => ({
        from: /^X-Envelope-From: (.*)\r$/mu.exec(source)?.[1] ?? '',
        to: [/^X-Envelope-To: (.*)\r$/mu.exec(source)?.[1] ?? ''],
        source,
      })),
  };
});

it('writes under the data folder: name, template and rights', async () => {
  const data = await freshFolder();
  const out = openMailOut('file:', data);
  await out.send(mail({ template: 'reset-password' }));
  await out.send(mail({ template: 'password-changed' }));
  const folder = join(data, 'mail');
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  for (const name of names) {
    expect(name).toMatch(/^\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{12}\.eml$/u);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const templates = (await mailsIn(folder)).map(
    (source) => /^X-F2E-Template: (.*)\r$/mu.exec(source)?.[1] ?? '',
  );
  expect(templates.toSorted()).toEqual(['password-changed', 'reset-password']);
});

it('names sort as the mails were written', async () => {
  const folder = await freshFolder();
  const out = openFileOutbox(folder);
  const templates = Array.from({ length: 40 }, (_, at) => `t${at}`);
  for (const template of templates) await out.send(mail({ template }));
  expect((await mailsIn(folder)).map((source) => /^X-F2E-Template: (.*)\r$/mu.exec(source)?.[1])).toEqual(
    templates,
  );
});

it('a folder that cannot be written is tried again later', async () => {
  const blocked = join(await freshFolder(), 'file');
  await writeFile(blocked, '');
  const out = openFileOutbox(blocked);
  expect(await out.check()).toMatchObject({ ok: false, reason: expect.stringContaining(blocked) });
  expect(await out.send(mail())).toMatchObject({ kind: 'retry', reason: 'storage' });
});
