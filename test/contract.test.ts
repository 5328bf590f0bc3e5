import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import { scimCalls } from '#contract/identity/scim.ts';
import { apiCalls } from '#contract/v1/all-calls.ts';
import { pathFor } from '#contract/kit/call.ts';
import { describeCalls } from '#server/kit/openapi.ts';
import { describeSettings } from '#server/config/config.ts';

import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const ROOT = join(import.meta.dirname, '..');

describe('the contract', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
  });
  afterAll(async () => await test.stop());

  it.each(Object.entries({ ...allCalls, ...apiCalls, ...scimCalls }))(
    '%s is mounted, and mounted once',
    (_, call) => {
      expect(test.app.hasRoute({ method: call.method, url: pathFor(call) })).toBe(true);
      const sameRoute = Object.values({ ...allCalls, ...apiCalls, ...scimCalls }).filter(
        (other) => other.method === call.method && other.path === call.path,
      );
      expect(sameRoute).toHaveLength(1);
    },
  );

  it('openapi.json describes the calls as they are (npm run generate writes it)', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const written = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')) as object;
    expect(written).toEqual(JSON.parse(JSON.stringify(describeCalls(version))));
  });

  it('.env.example lists every setting as it is (npm run generate writes it)', async () => {
    expect(await readFile(join(ROOT, '.env.example'), 'utf8')).toBe(describeSettings());
  });
});
