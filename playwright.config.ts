import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';

import { useMemoryForScratch } from './test/scratch-folder.ts';

useMemoryForScratch();

/**
 * The distribution's browsers, because none is downloaded; first the headless build, if there is one, at half the cost.
 */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Without a graphics card, GPU drawing is only extra work. Chromium refuses its own sandbox as root; the pages under
 * test are ours.
 */
const ARGS = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

/** Screenshots, and tests of a cluster, use one browser at a time; other tests use two, each with its own product. */
const alone = process.env['E2E_CLUSTER'] === '1' || process.argv.includes('--project=screenshots');

/** End-to-end tests and screenshots against real products that run for the whole test run (test/e2e/product.ts). */
export default defineConfig({
  testDir: 'test',
  globalSetup: './test/e2e/product.ts',
  outputDir: 'test-results',
  workers: alone ? 1 : 2,
  fullyParallel: false,
  forbidOnly: true,
  // Only ends tests that hang: a busy machine is not a fault.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Requests that a service worker handles bypass `page.route`; tests of the service worker allow it.
    serviceWorkers: 'block',
    // A trace of every test would cost more than many tests; `--trace on` makes one.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: BROWSERS.find((path) => existsSync(path)), args: ARGS },
  },
  projects: [
    { name: 'e2e', testMatch: 'e2e/*.spec.ts' },
    { name: 'screenshots', testMatch: 'screenshots/*.shot.ts' },
  ],
});
