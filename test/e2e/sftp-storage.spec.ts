import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SFTP_LOGIN, SFTP_PASSWORD, startSshd } from '../sshd.ts';
import type { Sshd } from '../sshd.ts';
import { cloudHome, ensureCloudBrand, receiveFax, signInToCloud } from './cloud-brand.ts';
import { expectAccessible, ORDER } from './mailbox.ts';
import { expect, test } from './product.ts';

const PHONE = { width: 390, height: 844 };

let server: Sshd;
let folder: string;
test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  server = await startSshd();
  folder = await mkdtemp(join(tmpdir(), 'f2e-sftp-'));
  await writeFile(join(folder, ORDER.name), ORDER.buffer);
  await ensureCloudBrand(product);
});
test.afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

test('[SFTP-01] [SFTP-02] [ROUTE-16] an owner’s SFTP server: tried on save, gets every fax, and is known by its key', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  await signInToCloud(page, product);
  await page.goto(`${cloudHome(product)}/preferences/sftp-storage`);
  const form = {
    Server: ['50', '127.0.0.1'],
    Port: ['5', String(server.port)],
    Folder: ['50', '/in/faxes'],
    Username: ['50', SFTP_LOGIN],
    Password: ['50', SFTP_PASSWORD],
  } as const;
  for (const [label, [max, value]] of Object.entries(form)) {
    const field = page.getByLabel(label, { exact: true });
    expect([label, await field.getAttribute('maxlength')]).toEqual([label, max]);
    await field.fill(value);
  }
  await page.getByLabel('A folder for each month').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your storage is saved and working.')).toBeVisible();
  await expect(page.getByText(await server.fingerprint())).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expectAccessible(page);
  const fid = await receiveFax(product, join(folder, ORDER.name));
  const copies = page.getByRole('list', { name: 'Latest copies' }).getByRole('listitem');
  await expect(copies.filter({ hasText: `_${fid}.pdf` })).toContainText('Saved', { timeout: 30_000 });
  const files = await server.files('in/faxes');
  const [name = ''] = [...files.keys()];
  expect(name).toMatch(new RegExp(`^\\d{4}-\\d{2}/Fax_.*_${fid}\\.pdf$`, 'u'));
  expect(files.get(name)?.subarray(0, 5).toString()).toBe('%PDF-');

  await server.stop();
  await server.start({ hostKey: 'second' });
  const second = await receiveFax(product, join(folder, ORDER.name));
  const changed = page.getByText('The server’s identity has changed', { exact: true });
  await expect(changed).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(`Now: ${await server.fingerprint('second')}`)).toBeVisible();
  expect((await server.files('in/faxes')).size).toBe(1);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Trust the new key' }).click();
  await expect(copies.filter({ hasText: `_${second}.pdf` })).toContainText('Saved', { timeout: 30_000 });
  expect((await server.files('in/faxes')).size).toBe(2);
});
