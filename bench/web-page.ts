import type { Page } from '@playwright/test';

import type { Product } from '#test/start-product.ts';

/** The demonstration account that is measured. */
export const ACCOUNT = '2125550100';

/** How much slower a mid-range phone is than this machine. */
const SLOWDOWN = 4;
const ROUNDS = 5;

/** Prints a figure next to its limit, and records it if it is over. */
export type Judge = (name: string, value: number, limit: number, unit: string) => void;

const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Returns the milliseconds from navigation to the largest paint, on a slowed processor. */
export async function largestPaint(page: Page, url: string): Promise<number> {
  await slowDown(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  return await page.evaluate<number>(LARGEST_PAINT);
}

/** Waits until the page is idle. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate('new Promise((next) => requestIdleCallback(next))');
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

export async function signIn(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.baseURL}/login`);
  await page.getByLabel('Fax number').fill(ACCOUNT);
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/\/(?:dashboard|inbox)/u);
}

export async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await measure());
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
