import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { writeCredentials } from '#server/seed/credentials.ts';

import { welcome } from './welcome.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-welcome-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

it('says where the product is and how to add a login', async () => {
  const text = await welcome('https://fax.example.com/app', folder);
  expect(text).toContain('https://fax.example.com/app\n');
  expect(text).toContain('f2e account add');
});

it('says how to log in to the demonstration', async () => {
  await writeCredentials(folder, new Map([['2125550100', 'Secret-1234']]));
  const text = await welcome('http://localhost:8080', folder);
  expect(text).toContain('2125550100');
  expect(text).toContain(`Secret-1234 (all demonstration logins: ${join(folder, 'demo-credentials.txt')})`);
  expect(text).not.toContain('f2e account add');
});
