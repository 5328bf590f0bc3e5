// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { freshHistory, openPage, settle, stubWindow } from '#web/kit/open-page-for-test.tsx';
import { click, find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

import { JobPage } from './job-page.tsx';
import { QueuePage } from './queue-page.tsx';
import { loadConsoleWords } from './words.ts';

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
  stubWindow();
  startFalseServer({
    'GET jobs': { rows: [JOB], total: 1 },
    'GET job': {
      job: { ...JOB, confirmedPages: 0, worker: null, convertedAt: null, convertMs: null },
      calls: [],
    },
  });
  resetServer();
  document.cookie = 'operator-access-token=t';
  await startI18n();
  await loadConsoleWords();
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

it('the page of a fax says what happens next', async () => {
  shown = await openPage(<JobPage id="17" />);
  expect(text()).toMatch(/No answer\. Next try [\d/ :]+, in 12 minutes\. 2 tries left\./u);
});
