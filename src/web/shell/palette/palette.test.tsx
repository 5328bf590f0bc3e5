// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callsOf, resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { openPage, stubWindow, until } from '#web/kit/open-page-for-test.tsx';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { findInput, press, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { Palette } from './palette.tsx';

const DRAFTS = ['Lease', 'Order', 'Invoice', 'Notice'].map((subject, i) => ({
  id: String(i).repeat(22),
  to: [{ number: '2125550147', name: 'Dana Whitfield' }],
  typing: '',
  subject,
  firstFile: '',
}));
const main = { id: '601', options: '', folders: {}, drafts: 4 } as unknown as MainData;

let shown: Rendered;
const drafts = () =>
  [...document.querySelectorAll('[role=group][aria-label=Drafts] [role=option]')].map(
    (one) => one.textContent,
  );

beforeEach(async () => {
  stubWindow();
  Element.prototype.scrollIntoView = () => undefined;
  startFalseServer({ 'GET faxDrafts': { data: DRAFTS }, 'GET MainInterface.json': main });
  resetServer();
  await startI18n();
});
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

test('continues a draft by its name or recipient; before anything is typed it shows the last three', async () => {
  shown = await openPage(<Palette main={main} onClose={(then) => then?.()} />);
  await until(() => expect(drafts()).toHaveLength(3));
  expect(drafts()[0]).toBe('Continue LeaseDana Whitfield');
  const field = findInput(document, '.pal input');
  await type(field, 'dana draft');
  expect(drafts()).toHaveLength(4);
  await type(field, 'continue not');
  expect(drafts()).toEqual(['Continue NoticeDana Whitfield']);
  await press(field, 'Enter');
  await until(() => expect(callsOf('POST', 'openFaxDraft')[0]?.body).toMatchObject({ id: DRAFTS[3]?.id }));
});
