import { test as base } from '@playwright/test';

import { startProduct } from '../start-product.ts';

/** What a browser test knows about the product that runs for the whole run. */
export interface RunningProduct {
  baseURL: string;
  password: string;
  dataDir: string;
  smtpPort: number;
}

/** Carries the product's address from the global set-up into the workers, which inherit the environment. */
const VARIABLE = 'E2E_PRODUCT';

/** Playwright's global set-up: starts the product; what it returns stops it and fails the run unless it ends cleanly. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  const { baseURL, password, dataDir, smtpPort } = product;
  process.env[VARIABLE] = JSON.stringify({ baseURL, password, dataDir, smtpPort } satisfies RunningProduct);
  return async () => {
    await product.stop();
  };
}

/** `test` for every spec: pages open relative to the product, and `product` tells its password and data folder. */
export const test = base.extend<{ product: RunningProduct }>({
  // Playwright reads the names of the fixtures that are needed from the pattern, also when there are none.
  // eslint-disable-next-line no-empty-pattern
  product: async ({}, use) => {
    await use(JSON.parse(process.env[VARIABLE] ?? '{}') as RunningProduct);
  },
  baseURL: async ({ product }, use) => {
    // With the slash, so that relative addresses stay below a public path.
    await use(`${product.baseURL.replace(/\/$/u, '')}/`);
  },
});

export { expect } from '@playwright/test';
