import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { signIn } from '../e2e/mailbox.ts';
import { expect, test } from '../e2e/product.ts';
import { PROJECT } from '../start-product.ts';

const FOLDER = join(PROJECT, 'src/web/features/mailbox/tours/pictures');
/** Below the header, because a brand's tour must not show another brand's mark. */
const PLACE = { x: 0, y: 57, width: 1000, height: 520 };
/** Twice the width in the tour, for high-density screens. */
const WIDTH = 1068;

/** How to reach the screen of each picture. */
const SCENES: Record<string, (page: Page) => Promise<void>> = {
  dashboard: async (page) => {
    await page.goto('dashboard');
    await expect(page.getByRole('table').first()).toBeVisible();
  },
  faxes: async (page) => {
    await page.goto('inbox');
    await page.getByRole('option').first().click();
    await expect(page.locator('img[src*="prev1.gif"]').first()).toBeVisible();
  },
  sending: async (page) => {
    await page.goto('inbox/compose');
    await page.getByRole('combobox', { name: 'To', exact: true }).fill('617-555-0139');
    await page.keyboard.press('Enter');
  },
  contacts: async (page) => {
    await page.goto('contacts');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  },
  preferences: async (page) => {
    await page.goto('preferences/cover-page');
    await expect(page.getByRole('radio').first()).toBeAttached();
  },
  menu: async (page) => {
    await page.goto('dashboard');
    await page.getByRole('button', { name: /212-555-0100/u }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
};

for (const scheme of ['light', 'dark'] as const)
  test(`pictures of the tour, ${scheme}`, async ({ page, product }) => {
    await mkdir(FOLDER, { recursive: true });
    await page.setViewportSize({ width: PLACE.width, height: PLACE.y + PLACE.height });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await signIn(page, product, '2125550100');
    for (const [name, arrange] of Object.entries(SCENES)) {
      await arrange(page);
      await page.waitForLoadState('networkidle');
      const shot = await page.screenshot({ clip: PLACE, scale: 'device' });
      await sharp(shot)
        .resize({ width: WIDTH })
        .webp({ quality: 82 })
        .toFile(join(FOLDER, `${name}-${scheme}.webp`));
    }
  });
