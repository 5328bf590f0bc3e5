// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { BlockedPage } from './blocked-numbers/blocked-page.tsx';
import { GeneralPage } from './general/general-page.tsx';
import { callsOf, hold, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { SETTINGS, reset } from './preferences-for-test.tsx';
import { SubaccountsPage } from './subaccounts/subaccounts-page.tsx';

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());

test('[WID-07] blocking a number waits, succeeds or fails, and the list is loaded again either way', async () => {
  server['GET BlockedNumbers.json'] = {};
  page = await openPage(<BlockedPage />);
  for (const [answer, words, lists] of [
    [{ success: true, data: { id: '1' } }, 'Number blockedUndoCtrlZ', 2],
    [refusal(500, 'INTERNAL'), 'The number could not be blocked. Try again.', 3],
  ] as const) {
    const give = hold('POST BlockedNumber.json');
    await type(findInput(page.place, 'form input'), '2125550142');
    await click(button('Add'));
    await settle();
    expect(said()).toBe('Blocking the number…');
    give(answer);
    await settle();
    expect([said(), callsOf('GET', 'BlockedNumbers.json').length]).toEqual([words, lists]);
  }
});

test('[WID-07] changing a subaccount waits, succeeds or fails, and the list is loaded again either way', async () => {
  server['GET SubAccount.json'] = [{ Email: 'a@example.com', ReceiveFaxes: '1', SendFaxes: '0' }];
  page = await openPage(<SubaccountsPage />);
  for (const [answer, words, lists] of [
    [{ success: true }, 'a@example.com can now send faxes.', 2],
    [refusal(500, 'INTERNAL'), 'The change could not be saved. Try again.', 3],
  ] as const) {
    const give = hold('PUT SubAccount.json');
    await click(findInput(document.body, 'input[aria-label="a@example.com sends faxes"]'));
    await settle();
    expect(said()).toBe('Saving…');
    give(answer);
    await settle();
    expect([said(), callsOf('GET', 'SubAccount.json').length]).toEqual([words, lists]);
  }
});

test('[WID-07] saving the settings waits, then succeeds or fails', async () => {
  page = await openPage(<GeneralPage />);
  for (const [answer, words] of [
    [{ success: true, data: { ...SETTINGS, warnDelete: '0' } }, 'Settings saved.'],
    [refusal(500, 'INTERNAL'), 'Your settings couldn’t be saved. Try again.'],
  ] as const) {
    const give = hold('PUT GlobalSettings.json');
    await click(findInput(page.place, '[role=switch]'));
    await click(button('Save changes'));
    await settle();
    expect(said()).toMatch(/^Saving/u);
    give(answer);
    await settle();
    expect(said()).toBe(words);
  }
});
