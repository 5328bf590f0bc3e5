// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { clearGrowl, growlStore } from '#web/ui/growl-store.ts';
import { eventually, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { draftStore, forgetDraft } from './draft-store.ts';
import { useScheduled } from './use-scheduled.ts';

const NUMBERS = ['+1 (212) 555-0141', '2125550142', '2125550143'];
const JOBS = NUMBERS.map((_number, i) => ({
  jobid: String(i + 1),
  fid: String(i + 11),
  to_faxnumber: `212555014${i + 1}`,
  send_at: '2026-12-24T15:00:00Z',
}));

const navigate = vi.fn<(to: object) => void>();
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => navigate,
}));
/** The jobs that are refused, and those that were canceled or tried. */
let refused: string[] = [];
let tried: string[] = [];
vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  if (!url.includes('cancelJob')) return Response.json(english);
  const { jobid } = JSON.parse(init?.body as string) as { jobid: string };
  tried.push(jobid);
  return Response.json(
    { success: !refused.includes(jobid) },
    { status: refused.includes(jobid) ? 503 : 200 },
  );
});
await startI18n();

function Host(props: { take: (now: ReturnType<typeof useScheduled>) => void }) {
  props.take(useScheduled());
  return null;
}

let page: Rendered;
let tell: ReturnType<typeof useScheduled>;
beforeEach(async () => {
  tried = [];
  navigate.mockClear();
  page = await render(<Host take={(now) => (tell = now)} />);
});
afterEach(async () => {
  await page.close();
  forgetDraft();
  clearGrowl();
});

test.each([
  [[], 'success', 'The fax is no longer scheduled.', NUMBERS],
  [['2'], 'error', 'Still scheduled: 212-555-0142. Check the Outbox.', [NUMBERS[0], NUMBERS[2]]],
  [['1', '2', '3'], 'error', 'The fax could not be unscheduled. Check the Outbox.', []],
] as const)(
  'Undo tries every fax; if %j are refused, it says so and writes the fax again only for the others',
  async (which, kind, text, numbers) => {
    refused = [...which];
    const draft = { ...draftStore.get(), numbers: NUMBERS };
    expect(tell({ draft, files: [] }, JOBS)).toBe(true);
    growlStore.get()?.action?.run();
    await eventually(() => expect(growlStore.get()).toMatchObject({ kind, text }));
    expect(tried).toEqual(['1', '2', '3']);
    expect(draftStore.get().numbers).toEqual(numbers);
    expect(navigate.mock.calls).toEqual(numbers.length > 0 ? [[{ to: '/inbox/compose' }]] : []);
  },
);
