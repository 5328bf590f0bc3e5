import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { signIn } from '../e2e/mailbox.ts';
import type { RunningProduct } from '../e2e/product.ts';
import { PROJECT } from '../start-product.ts';

/** Git-ignored: pictures are looked at beside the design and thrown away. */
const FOLDER = join(PROJECT, 'screenshots');

/** The demonstration's mailbox. */
export const SHOWN = '2125550100';

/** One screen in one state. */
export interface Scene {
  name: string;
  /** Who looks: nobody, the mailbox, or the administrator. */
  as?: 'guest' | 'account' | 'administrator';
  /** Leads there; what it opens stays open. */
  go: (page: Page) => Promise<void>;
  /** Also as a phone shows it. */
  phone?: boolean;
  /** Also on a tablet held upright. */
  tablet?: boolean;
  /** Only as a phone shows it. */
  phoneOnly?: boolean;
}

const SIZES = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
} as const;

const LOOKS = [
  { suffix: '', size: 'wide', scheme: 'light' },
  { suffix: '--dark', size: 'wide', scheme: 'dark' },
  { suffix: '--768', size: 'tablet', scheme: 'light' },
  { suffix: '--768-dark', size: 'tablet', scheme: 'dark' },
  { suffix: '--390', size: 'phone', scheme: 'light' },
  { suffix: '--390-dark', size: 'phone', scheme: 'dark' },
] as const;

function isShownAt(scene: Scene, size: keyof typeof SIZES): boolean {
  if (size === 'wide') return scene.phoneOnly !== true;
  return size === 'phone' ? scene.phone === true || scene.phoneOnly === true : scene.tablet === true;
}

/** Takes a scene in light and dark, and as a phone where it asks for it. */
export async function take(
  browser: Browser,
  product: RunningProduct,
  baseURL: string,
  scene: Scene,
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const look of LOOKS) {
    if (!isShownAt(scene, look.size)) continue;
    const context = await browser.newContext({
      baseURL,
      colorScheme: look.scheme,
      reducedMotion: 'reduce',
      viewport: SIZES[look.size],
      deviceScaleFactor: look.size === 'phone' ? 2 : 1,
      hasTouch: look.size !== 'wide',
    });
    const page = await context.newPage();
    await page.addLocatorHandler(page.locator('.tour'), async (tour) => {
      await tour.getByRole('button', { name: 'Not now' }).click();
    });
    if (scene.as === 'administrator') await signInAdministrator(page, product);
    else if (scene.as !== 'guest') await signIn(page, product, SHOWN);
    await scene.go(page);
    await settled(page);
    await page.screenshot({ path: join(FOLDER, `${scene.name}${look.suffix}.png`) });
    await context.close();
  }
}

/** Fonts are there and every picture on the screen has come, or failed. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images]
        .filter((image) => image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight)
        .map(async (image) => await image.decode().catch(() => undefined)),
    );
  });
}

async function signInAdministrator(page: Page, product: RunningProduct): Promise<void> {
  await page.goto('multifax/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/configure-fax-accounts$/u);
}
