import type { Page } from '@playwright/test';

export type Rows = Record<string, unknown>[];

/** What is changed of the answers that scenes need. */
interface Body {
  data?: Rows;
  recReceived?: Rows;
  recSent?: Rows;
  failed?: Rows;
  usage?: object;
}

/** A request that is under way for as long as somebody looks. */
export const never = async () => await new Promise<void>(() => undefined);

/** Changes the real answer of a call before the page has it. */
export async function answer(page: Page, call: string, change: (body: Body) => object): Promise<void> {
  await page.route(call, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Body) });
  });
}
