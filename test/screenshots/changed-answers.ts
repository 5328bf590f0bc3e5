import type { Page } from '@playwright/test';

export type Rows = Record<string, unknown>[];

/** The parts of responses that scenes change. */
interface Body {
  data?: Rows;
  recReceived?: Rows;
  recSent?: Rows;
  failed?: Rows;
  usage?: object;
}

/** A request that never ends. */
export const never = async () => await new Promise<void>(() => undefined);

/** Changes the real response of a call before the page receives it. */
export async function answer(page: Page, call: string, change: (body: Body) => object): Promise<void> {
  await page.route(call, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Body) });
  });
}
