import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureAccount, f2e } from './operator.ts';
import type { RunningProduct } from './product.ts';

/** A brand of the browser tests. Browsers resolve names below «localhost» to this machine. */
export interface SampleBrand {
  title: string;
  domain: string;
  color: string;
  number: string;
  lead: string;
  mark: string;
}

export const HARBOR: SampleBrand = {
  title: 'Harbor Fax',
  domain: 'harbor.localhost',
  color: '#0f4c9c',
  number: '2125550341',
  lead: 'Faxes for the waterfront.',
  mark: '<path d="M14 4v18M6 14c0 6 4 8 8 8s8-2 8-8M9 9h10" fill="none" stroke="#0f4c9c" stroke-width="3" stroke-linecap="round"/>',
};
export const MEADOW: SampleBrand = {
  title: 'Meadow Mail',
  domain: 'meadow.localhost',
  color: '#2f7d32',
  number: '2125550342',
  lead: 'Your practice, on paper.',
  mark: '<path d="M14 24V10M14 14c-6 0-8-4-8-8 6 0 8 4 8 8Zm0 4c6 0 8-4 8-8-6 0-8 4-8 8Z" fill="none" stroke="#2f7d32" stroke-width="3" stroke-linejoin="round"/>',
};

/** Returns the address of a brand's pages. */
export function homeOf(product: RunningProduct, brand: SampleBrand): string {
  const url = new URL(product.baseURL);
  url.hostname = brand.domain;
  return url.href.replace(/\/$/u, '');
}

/** Creates a brand with all its own settings through an operator's commands, once. Returns its id. */
export async function ensureBrand(product: RunningProduct, brand: SampleBrand): Promise<string> {
  const { brands } = await f2e(product, ['brand', 'list']);
  const known = (brands as { hid: string; title: string }[]).find(({ title }) => title === brand.title);
  if (known) return known.hid;
  const added = await f2e(product, [
    'brand',
    'add',
    brand.title,
    '--domain',
    brand.domain,
    '--title',
    brand.title,
    '--help-url',
    `https://help.${brand.domain}/`,
  ]);
  const hid = String(added['hid']);
  const folder = await mkdtemp(join(tmpdir(), 'f2e-brand-'));
  const logo = join(folder, 'logo.svg');
  const words = join(folder, 'words.json');
  await writeFile(
    logo,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 28">${brand.mark}<text x="34" y="20" font-family="Inter, sans-serif" font-size="17" font-weight="600" fill="${brand.color}">${brand.title}</text></svg>`,
  );
  await writeFile(words, JSON.stringify({ login: { lead: brand.lead } }));
  await f2e(product, ['brand', 'set', hid, `color=${brand.color}`]);
  for (const kind of ['logo', 'banner', 'favicon']) await f2e(product, ['brand', 'asset', hid, kind, logo]);
  await f2e(product, ['brand', 'words', hid, 'en', words]);
  await rm(folder, { recursive: true });
  await ensureAccount(product, brand.number, ['--brand', hid], brand.domain);
  return hid;
}
