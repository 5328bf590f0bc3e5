import type { Page } from '@playwright/test';

/** A person's actions with mouse and keyboard. A key with modifiers, such as Ctrl+Z, counts as one. */
export interface Steps {
  clicks: number;
  keys: number;
}

/**
 * Counts the clicks and keys on a page from now on, across reloads and other pages of the product. `fill` and
 * `setInputFiles` do not count: actions to be counted must be clicked and typed.
 */
export async function countSteps(page: Page): Promise<() => Promise<Steps>> {
  await page.evaluate(() => sessionStorage.removeItem('test.steps'));
  await page.evaluate(listen);
  await page.addInitScript(listen);
  return async () =>
    await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('test.steps') ?? '{"clicks":0,"keys":0}') as Steps,
    );
}

/** Runs in the page, so it must be self-contained. */
function listen(): void {
  const KEY = 'test.steps';
  const count = (event: Event, kind: keyof Steps) => {
    if (!event.isTrusted) return;
    const now = JSON.parse(sessionStorage.getItem(KEY) ?? '{"clicks":0,"keys":0}') as Steps;
    now[kind] += 1;
    sessionStorage.setItem(KEY, JSON.stringify(now));
  };
  addEventListener('pointerdown', (event) => count(event, 'clicks'), true);
  addEventListener(
    'keydown',
    (event) => {
      if (!['Alt', 'Control', 'Meta', 'Shift'].includes(event.key)) count(event, 'keys');
    },
    true,
  );
}
