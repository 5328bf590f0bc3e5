// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callsOf, server } from '#web/kit/false-server-for-test.tsx';
import { freshHistory, openPage, settle, until } from '#web/kit/open-page-for-test.tsx';
import { click, find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

import { startConsole } from './console-for-test.ts';
import { JobPage } from './job-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { QueuePage } from './queue-page.tsx';
import { SearchBox } from './search-box.tsx';

const JOB = {
  id: '17',
  uid: '3',
  from: '2125550100',
  to: '8605550151',
  state: 'WAITING',
  held: false,
  scheduled: false,
  dials: 3,
  pages: 2,
  line: 'newark',
  reason: 'NO_ANSWER',
  origin: 'web',
  createdAt: '2026-11-23T16:55:00Z',
  nextAt: new Date(Date.now() + 12 * 60_000).toISOString(),
  finishedAt: null,
};

let shown: Rendered;
const text = () => shown.place.textContent;

beforeEach(async () => {
  await startConsole({
    'GET jobs': { rows: [JOB], total: 1 },
    'GET job': {
      job: { ...JOB, confirmedPages: 0, worker: null, convertedAt: null, convertMs: null },
      calls: [],
    },
  });
});

afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

it('a fax is told in the words of the mailbox, its codes are in the tooltips, and its row opens it', async () => {
  const history = freshHistory();
  shown = await openPage(<QueuePage />, history);
  expect(text()).toContain('Retrying');
  expect(text()).toContain('No answer');
  expect(text()).not.toMatch(/WAITING|NO_ANSWER/u);
  expect(find(shown.place, '[title=WAITING]').textContent).toBe('Retrying');
  expect(find(shown.place, 'abbr[title=NO_ANSWER]').textContent).toBe('No answer');
  await click(find(shown.place, 'tbody td:nth-child(4)'));
  await settle();
  expect(history.location.pathname).toBe('/operator/queue/17');
});

it('says that a part of a number is looked for among the newest faxes alone', async () => {
  shown = await openPage(<QueuePage />);
  await until(() => expect(text()).toContain('Retrying'));
  expect(text()).not.toContain('Part of a number');
  await shown.close();
  server['GET jobs'] = { rows: [], total: 0, among: 200_000 };
  shown = await openPage(<QueuePage />);
  await until(() => expect(text()).toContain('among the newest 200,000 faxes'));
});

it('the overview leads from a bar and from a trouble to what is behind it', async () => {
  const counts = { delivered: 3, notSent: 1, uncertain: 0, received: 2 };
  const rest = {
    converted: 4,
    notConverted: 0,
    convertTypicalMs: 1300,
    convertSlowMs: 5000,
    oldestSeconds: 60,
  };
  const part = { ...counts, ...rest, from: '2026-11-23T16:00:00+00:00', to: '2026-11-23T17:00:00+00:00' };
  server['GET figures'] = {
    parts: [part],
    now: { ...counts, ...rest },
    before: counts,
    reasons: [{ reason: 'BUSY', count: 1 }],
    storedAt: part.to,
  };
  const line = {
    name: 'newark',
    kind: 'telnyx',
    pattern: '*',
    priority: 1,
    channels: 2,
    busy: 0,
    state: 'on',
  };
  server['GET overview'] = {
    ready: true,
    reasons: [],
    warnings: [],
    unavailable: [],
    sandbox: 'ok',
    mail: 'smtp',
    disk: { freeBytes: 1e9, totalBytes: 1e12 },
    queues: [{ queue: 'send', state: 'WAITING', depth: 2, oldestSeconds: 700 }],
    lines: [{ ...line, fault: 'No answer from the carrier.' }],
    waiting: { cancellations: 0, ports: 0, storages: 0, held: 0, unrouted: 0 },
  };
  shown = await openPage(<OverviewPage />);
  const linkOf = (words: string) =>
    [...shown.place.querySelectorAll('a')]
      .find((link) => (link.getAttribute('aria-label') ?? link.textContent).includes(words))
      ?.getAttribute('href');
  expect(text()).toContain('75.0%');
  expect(text()).toContain('Disk almost full');
  expect(linkOf('Sending is late')).toContain('/operator/queue?state=open');
  expect(linkOf('Line newark has a fault')).toBe('/operator/lines/newark');
  expect(linkOf('Sent 4, Received 2')).toMatch(/queue\?since=.*2026-11-23T16.*until=.*T17/u);
  expect(linkOf('Busy')).toMatch(/state=FAILED&reason=BUSY&since=/u);
});

it('the page of a fax says what happens next', async () => {
  shown = await openPage(<JobPage id="17" />);
  expect(text()).toMatch(/No answer\. Next try [\d/ :]+, in 12 minutes\. 2 tries left\./u);
});

it('Enter before the answer is there opens the first result when it arrives; typing on takes it back', async () => {
  const found = { accounts: [], faxes: [], parents: [], lines: [{ name: 'newark', kind: 'hylafax' }] };
  const answers: (() => void)[] = [];
  server['GET search'] = async () => await new Promise((resolve) => answers.push(() => resolve(found)));
  const history = freshHistory();
  shown = await openPage(<SearchBox />, history);
  const field = findInput(shown.place);
  await act(async () => field.focus());
  await type(field, 'newa');
  await press(field, 'Enter');
  await type(field, 'newark');
  await until(() => expect(answers.length).toBeGreaterThan(0));
  await act(async () => answers.forEach((answer) => answer()));
  await until(() => expect(text()).toContain('newark'));
  expect(history.location.pathname).toBe('/');
  await type(field, 'newar');
  await press(field, 'Enter');
  await until(() => expect(callsOf('GET', 'search').at(-1)?.query.get('search')).toBe('newar'));
  expect(history.location.pathname).toBe('/');
  await act(async () => answers.at(-1)?.());
  await until(() => expect(history.location.pathname).toBe('/operator/lines/newark'));
});
