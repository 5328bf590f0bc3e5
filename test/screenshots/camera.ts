import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { request as http } from '@playwright/test';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { directionOf } from '#contract/kit/language.ts';
import type { RunningProduct } from '../e2e/product.ts';
import { PROJECT } from '../start-product.ts';
import { wordsOf } from '../e2e/words.ts';
import type { Say } from '../e2e/words.ts';

/** Git-ignored: screenshots are compared with the design and discarded. */
const FOLDER = join(PROJECT, 'screenshots');

/** The demonstration's mailbox and its administrator. */
export const SHOWN = '2125550100';
const ADMINISTRATOR = 'admin';

/** One screen in one state. */
export interface Scene {
  name: string;
  /** The viewer: a guest, the mailbox, or the administrator. */
  as?: 'guest' | 'account' | 'administrator';
  /** Navigates to the state, by the texts of the language on the screen; anything it opens stays open. */
  go: (page: Page, say: Say) => Promise<void>;
  /** Whether to also take it on a phone. */
  phone?: boolean;
  /** Whether to also take it on a tablet in portrait mode. */
  tablet?: boolean;
  /** Whether to take it only on a phone. */
  phoneOnly?: boolean;
}

/** How long to wait for an element, in milliseconds. */
const PATIENCE_MS = 20_000;

const SIZES = [
  { suffix: '', kind: 'wide', viewport: { width: 1440, height: 900 } },
  { suffix: '--768', kind: 'tablet', viewport: { width: 768, height: 1024 } },
  { suffix: '--390', kind: 'phone', viewport: { width: 390, height: 844 } },
] as const;

function isShownAt(scene: Scene, kind: (typeof SIZES)[number]['kind']): boolean {
  if (kind === 'wide') return scene.phoneOnly !== true;
  return kind === 'phone' ? scene.phone === true || scene.phoneOnly === true : scene.tablet === true;
}

/** Takes a scene in light and dark, in a language, and on a phone or tablet if requested. */
export async function take(
  browser: Browser,
  product: RunningProduct,
  baseURL: string,
  scene: Scene,
  language = 'en',
): Promise<void> {
  const folder = language === 'en' ? FOLDER : join(FOLDER, language);
  mkdirSync(folder, { recursive: true });
  const storageState = await sessionOf(product, baseURL, scene.as ?? 'account', language);
  for (const { suffix, kind, viewport } of SIZES) {
    if (!isShownAt(scene, kind)) continue;
    const context = await browser.newContext({
      baseURL,
      reducedMotion: 'reduce',
      viewport,
      deviceScaleFactor: kind === 'phone' ? 2 : 1,
      hasTouch: kind !== 'wide',
      storageState,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript((code) => localStorage.setItem('f2e.language', code), language);
    await scene.go(page, wordsOf(language));
    await page.locator(`html[lang=${language}][dir=${directionOf(language)}]`).waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await finished(page);
      const look = scheme === 'dark' ? `${suffix}${suffix === '' ? '--' : '-'}dark` : suffix;
      await page.screenshot({ path: join(folder, `${scene.name}${look}.png`) });
    }
    await context.close();
  }
}

/** Longer, in milliseconds, than any picture of the demonstration takes; one that a scene holds back never loads. */
const PICTURES_MS = 4000;

/** Waits until fonts are loaded and every picture on the screen has loaded, failed, or is held back. */
async function finished(page: Page): Promise<void> {
  await page.evaluate(async (patience) => {
    await document.fonts.ready;
    const pictures = Promise.all(
      [...document.images]
        .filter((image) => image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight)
        .map(async (image) => await image.decode().catch(() => undefined)),
    );
    await Promise.race([pictures, new Promise((resolve) => setTimeout(resolve, patience))]);
  }, PICTURES_MS);
}

type State = Awaited<ReturnType<APIRequestContext['storageState']>>;

const sessions = new Map<string, State>();

/** Returns the cookies of a viewer who has logged in and chosen a language, once per run. */
async function sessionOf(
  product: RunningProduct,
  baseURL: string,
  who: 'guest' | 'account' | 'administrator',
  language: string,
): Promise<State> {
  if (who === 'guest') return { cookies: [], origins: [] };
  const known = sessions.get(`${who} ${language}`);
  if (known) return known;
  const caller = await http.newContext({ baseURL });
  const { password } = product;
  const answer =
    who === 'account'
      ? await caller.post('api/auth/login/faxuser.cookie', {
          headers: { authorization: `Basic ${Buffer.from(`${SHOWN}:${password}`).toString('base64')}` },
        })
      : await caller.post('api/faxui/getMultifaxNode.json', {
          data: { username: ADMINISTRATOR, password, domain: new URL(baseURL).hostname },
        });
  const state = await caller.storageState();
  const token = state.cookies.find(({ name }) => name === 'access-token')?.value ?? '';
  const chosen =
    who === 'administrator' ||
    (
      await caller.put('api/db/f2e/GlobalSettings.json', {
        headers: { 'x-access-token': token },
        data: { language },
      })
    ).ok();
  if (!answer.ok() || !chosen) throw new Error(`the ${who} could not log in or choose ${language}`);
  const { node } = (await answer.json()) as { node: string };
  await caller.dispose();
  state.origins.push({ origin: new URL(baseURL).origin, localStorage: flagsOf(who, node) });
  sessions.set(`${who} ${language}`, state);
  return state;
}

/** Returns what a page stores in addition to cookies while a viewer is logged in. */
function flagsOf(who: 'account' | 'administrator', node: string): { name: string; value: string }[] {
  const kind = who === 'administrator' ? 'multifax' : 'user';
  return Object.entries({ token: 'true', node, kind }).map(([name, value]) => ({
    name: `f2e.${name}`,
    value,
  }));
}
