import { test as base, expect } from '@playwright/test';
import type { FullConfig } from '@playwright/test';

import { startCluster, whyNoCluster } from '../cluster/cluster.ts';
import { egnyteSettings } from '../egnyte/fake-answers.ts';
import { freePorts } from '../free-ports.ts';
import { startProduct } from '../start-product.ts';
import { seeTour } from './tour-seen.ts';
import { finishCallsBeforeLeaving } from './calls-under-way.ts';
import { PageFaults } from './page-faults.ts';
import { ProductLog } from './product-log.ts';

/** The product that runs for all tests of a worker, as browser tests see it. */
export interface RunningProduct {
  baseURL: string;
  password: string;
  dataDir: string;
  smtpPort: number;
  /** The port where the product expects Egnyte; nothing listens there until a spec starts a fake one. */
  egnytePort: number;
  /** The port of the product's name server; nothing answers there until a spec starts one. */
  dnsPort: number;
  /** Settings for operator commands over its data. */
  env: Record<string, string>;
}

/**
 * Names the environment variable that passes a product's address from the global set-up to its worker, which inherits
 * it.
 */
const variableOf = (worker: number) => `E2E_PRODUCT_${worker}`;

/** Demonstration accounts that specs log in with; their tours are marked as seen. */
const DEMONSTRATION = ['2125550100', '2125550101', '2125550150'];

/**
 * Playwright's global set-up: starts a product for every worker, so that concurrent specs do not interfere. The
 * returned function stops them and fails the run unless they end cleanly without warnings that no spec expects.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const start = process.env['E2E_CLUSTER'] === '1' ? manyProcesses : oneProcess;
  const all = await Promise.all(Array.from({ length: workers }, start));
  for (const [worker, { running }] of all.entries()) {
    process.env[variableOf(worker)] = JSON.stringify(running);
    for (const number of DEMONSTRATION) await seeTour(running, number);
  }
  return async () => void (await Promise.all(all.map(async (one) => await one.stop())));
}

/** A running product, and how to stop it. */
interface Started {
  running: RunningProduct;
  stop(): Promise<void>;
}

/** Settings in addition to those of every product that tests start. */
function settingsOf(egnytePort: number, dnsPort: number) {
  return {
    ...egnyteSettings(egnytePort),
    F2E_OPERATOR_CONSOLE: '1',
    F2E_DNS: `127.0.0.1:${dnsPort}`,
  };
}

async function oneProcess(): Promise<Started> {
  const { egnytePort, dnsPort } = await freePorts('egnytePort', 'dnsPort');
  const log = new ProductLog();
  const product = await startProduct({
    env: settingsOf(egnytePort, dnsPort),
    onLog: (text) => log.hear(text),
  });
  const { baseURL, password, dataDir, smtpPort } = product;
  return {
    running: {
      baseURL,
      password,
      dataDir,
      smtpPort,
      egnytePort,
      dnsPort,
      env: { F2E_DATA: dataDir, F2E_OCR: 'off' },
    },
    stop: async () => {
      await product.stop();
      log.check();
    },
  };
}

/**
 * Starts the product for `npm run test:cluster`: the same tests through nginx over two web and two worker processes.
 */
async function manyProcesses(): Promise<Started> {
  const why = whyNoCluster();
  if (why !== null) throw new Error(`The cluster cannot be started here: ${why}`);
  const { egnytePort, dnsPort } = await freePorts('egnytePort', 'dnsPort');
  const logs: ProductLog[] = [];
  const cluster = await startCluster('nginx', settingsOf(egnytePort, dnsPort), () => {
    const log = new ProductLog();
    logs.push(log);
    return (text) => log.hear(text);
  });
  const { baseURL, password, dataDir, smtpPort, env } = cluster;
  return {
    running: { baseURL, password, dataDir, smtpPort, egnytePort, dnsPort, env },
    stop: async () => {
      await cluster.stop();
      for (const log of logs) log.check();
    },
  };
}

/**
 * `test` for every spec: pages open relative to the product, and `product` contains its password and data folder. A
 * test fails if its pages report an error or a failed request that it did not allow with `faults`.
 */
export const test = base.extend<{ product: RunningProduct; faults: PageFaults; tours: boolean }>({
  /** Whether the tour of a new account stays open; specs about other things decline it, as a person would. */
  tours: [false, { option: true }],
  page: async ({ page, tours }, use) => {
    const welcome = page.locator('.tour');
    if (!tours)
      await page.addLocatorHandler(welcome, async () => {
        await welcome.getByRole('button', { name: 'Not now' }).click();
      });
    await use(page);
  },
  faults: [
    async ({ context }, use, info) => {
      const faults = new PageFaults(context);
      finishCallsBeforeLeaving(context);
      await use(faults);
      if (info.status === 'passed') expect(faults.unexpected()).toEqual([]);
      // They may explain the failure.
      else if (faults.unexpected().length > 0)
        info.annotations.push({ type: 'faults of the page', description: faults.unexpected().join('\n') });
    },
    { auto: true },
  ],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  product: async ({}, use, { parallelIndex }) => {
    await use(JSON.parse(process.env[variableOf(parallelIndex)] ?? '{}') as RunningProduct);
  },
  baseURL: async ({ product }, use) => {
    // With the slash, so that relative addresses stay below a public path.
    await use(`${product.baseURL.replace(/\/$/u, '')}/`);
  },
});

export { expect } from '@playwright/test';
