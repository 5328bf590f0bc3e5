// @vitest-environment jsdom
import { act, useState } from 'react';
import { createBrowserHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  callsOf,
  hold,
  refusal,
  resetServer,
  server,
  startFalseServer,
} from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import {
  button,
  freshHistory,
  hasButton,
  openPage,
  push,
  settle,
  stubWindow,
} from '#web/kit/open-page-for-test.tsx';
import { clearSession } from '#web/kit/session-store.ts';
import { click, find, press } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { faxRowForTest } from '../fax-row-for-test.ts';
import { WorkPanel } from './work-panel.tsx';
import { WorkStrip } from './work-strip.tsx';

const NOTE = {
  id: '5',
  author: { id: '1', name: 'Ana' },
  text: 'Call back',
  mentions: [],
  at: '2026-11-20T19:04:01-05:00',
  edited: false,
  yours: true,
  removable: true,
};

startFalseServer({
  'GET MainInterface.json': { id: '1', options: '', team: true, formattedFaxNumber: '212-555-0100' },
  'GET team': { people: [], tags: [], counts: { mine: 0, unassigned: 0, due: 0, mentions: 0 } },
  'GET faxReaders': { readers: [] },
  'GET faxWork': {
    work: { status: 'open', assignee: null, due: null, tags: [], version: 0, notes: 1 },
    changedBy: '',
    notes: [NOTE],
  },
});
stubWindow();
await startI18n();

/** One fax beside the pages, and a way to the next. */
function Panels() {
  const [fid, setFid] = useState('1');
  return (
    <>
      <WorkPanel row={faxRowForTest(fid)} />
      <button onClick={() => setFid(fid === '1' ? '2' : '1')} type="button">
        Other fax
      </button>
    </>
  );
}

let page: Rendered;
beforeEach(() => resetServer());
afterEach(async () => {
  clearSession();
  await page.close();
});

/** The form of a new note, and that of an edit before it. */
const areas = () => [...document.querySelectorAll('textarea')];
const written = () => areas().map(({ value }) => value);
const area = (index: number) => areas()[index] ?? document.body;
async function write(index: number, text: string): Promise<void> {
  await act(async () => {
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, area(index));
    area(index).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('a note that is being written waits at its fax, and on the way through other pages', async () => {
  const history = freshHistory();
  page = await openPage(<Panels />, history);
  await write(0, 'Half a note');
  await push('Other fax');
  expect(written()).toEqual(['']);
  await write(0, 'Another');
  await push('Other fax');
  expect(written()).toEqual(['Half a note']);
  history.push('/elsewhere');
  await settle();
  expect([hasButton('Keep editing'), page.place.textContent]).toEqual([false, 'Elsewhere']);
  history.push('/');
  await settle();
  expect(written()).toEqual(['Half a note']);
});

/** Whether the window would ask before it goes. */
function asks(): boolean {
  const unloading = new Event('beforeunload', { cancelable: true });
  dispatchEvent(unloading);
  return unloading.defaultPrevented;
}

test('the window asks before it takes a note away', async () => {
  const history = createBrowserHistory();
  page = await openPage(<Panels />, history);
  expect(asks()).toBe(false);
  await write(0, 'Half a note');
  expect(asks()).toBe(true);
  history.destroy();
});

test('a note that was saved is gone from its field, one that was refused stays, and none outlives the session', async () => {
  page = await openPage(<Panels />);
  server['POST faxNotes'] = refusal(500, 'INTERNAL');
  await write(0, 'A note');
  await push('Add note');
  expect(written()).toEqual(['A note']);
  const give = hold('POST faxNotes');
  await push('Add note');
  await write(0, 'The next one');
  give({ success: true, data: { id: '6' } });
  await settle();
  expect(written()).toEqual(['The next one']);
  expect(callsOf('POST', 'faxNotes').at(-1)?.body).toEqual({ fid: '1', text: 'A note', mentions: [] });
  await act(async () => clearSession());
  expect(written()).toEqual(['']);
});

test('the dialog of notes keeps a new note, and asks before an edit is lost', async () => {
  const history = freshHistory();
  page = await openPage(<WorkStrip panel={false} row={faxRowForTest('1')} />, history);
  await push('Notes 1');
  await write(0, 'Half a note');
  await push('Close');
  await push('Notes 1');
  expect(written()).toEqual(['Half a note']);
  await push('Edit note');
  await write(0, 'Call back today');
  const ways = [() => push('Close'), () => press(area(0), 'Escape'), async () => history.push('/elsewhere')];
  for (const go of ways) {
    await go();
    await settle();
    await push('Keep editing');
    expect(written()).toEqual(['Call back today', 'Half a note']);
  }
  await press(area(0), 'Escape');
  await settle();
  await click(find(document.body, '[role=alertdialog] [data-variant=danger]'));
  await settle();
  expect(written()).toEqual(['Half a note']);
  expect(button('Edit note')).toBeDefined();
});
