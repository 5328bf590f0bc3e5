// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import type { MainData } from './main-data.ts';

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static answer: NotificationPermission = 'granted';
  static shown: FakeNotification[] = [];
  readonly title: string;
  readonly options: NotificationOptions;
  constructor(title: string, options: NotificationOptions) {
    super();
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }
  static async requestPermission(): Promise<NotificationPermission> {
    FakeNotification.permission = FakeNotification.answer;
    return await Promise.resolve(FakeNotification.answer);
  }
  close(): void {}
}
vi.stubGlobal('Notification', FakeNotification);
vi.stubGlobal('isSecureContext', true);
const { useBrowserNotices, useNewFaxNotice, wantBrowserNotices } = await import('./new-fax-notice.ts');

let opened = 0;
let set: (main: MainData) => void;
const hidden = vi.spyOn(document, 'hidden', 'get');
let show: (total: number, unread: number) => Promise<void>;
let page: Rendered;

beforeEach(async () => {
  Object.assign(FakeNotification, { permission: 'default', answer: 'granted', shown: [] });
  hidden.mockReturnValue(true);
  opened = 0;
  const { useState } = await import('react');
  function Watcher() {
    const [main, setMain] = useState<MainData>();
    set = setMain;
    useNewFaxNotice(
      main,
      (count) => ({ title: `${count} new`, body: 'Brand' }),
      () => (opened += 1),
    );
    return <p>{useBrowserNotices()}</p>;
  }
  page = await render(<Watcher />);
  show = async (total, unread) =>
    await act(async () => set({ folders: { Inbox: { total, unread } } } as MainData));
});
afterEach(async () => {
  await act(async () => await wantBrowserNotices(false));
  await page.close();
});

test('a fax that comes while nobody looks is told once it is wanted, and leads to the inbox', async () => {
  await show(3, 1);
  await show(4, 2);
  expect(FakeNotification.shown).toEqual([]);
  await act(async () => await wantBrowserNotices(true));
  expect(page.place.textContent).toBe('on');
  await show(6, 4);
  expect(FakeNotification.shown.map(({ title, options }) => [title, options.body, options.tag])).toEqual([
    ['2 new', 'Brand', 'f2e-new-fax'],
  ]);
  FakeNotification.shown[0]?.dispatchEvent(new Event('click'));
  expect(opened).toBe(1);
});

test('nothing is told of a fax on the screen, one marked unread, one restored, or the first answer', async () => {
  await act(async () => await wantBrowserNotices(true));
  await show(3, 1);
  await show(3, 2);
  await show(4, 2);
  hidden.mockReturnValue(false);
  await show(5, 3);
  expect(FakeNotification.shown).toEqual([]);
});

test('a browser that was told no says so', async () => {
  FakeNotification.answer = 'denied';
  await act(async () => await wantBrowserNotices(true));
  expect(page.place.textContent).toBe('blocked');
});
