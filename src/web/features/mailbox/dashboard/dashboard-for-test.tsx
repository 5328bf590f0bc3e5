/** The dashboard over a fake server, for its tests. */
import { act } from 'react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
} from '@tanstack/react-router';
import { vi } from 'vitest';
import type { DashboardRow } from '#contract/mailbox/dashboard.ts';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { loadBrand } from '#web/kit/brand.ts';
import { setTimeZone } from '#web/kit/format-date.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { renderRouter, settle, stubWindow } from '#web/kit/open-page-for-test.tsx';
import { queryClient } from '#web/kit/query-client.ts';
import { openSession } from '#web/kit/session-store.ts';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { DashboardPage } from './dashboard-page.tsx';

/** Returns a fax of the dashboard; newer ones have higher numbers. */
export function fax(fid: number, more: Partial<DashboardRow> = {}): DashboardRow {
  return {
    fid: String(fid),
    sender: `21255501${String(fid).padStart(2, '0')}`,
    companyname: '',
    pages: 1,
    date: '2026-11-20T14:32:00-05:00',
    is_new: '0',
    status: 'OK',
    faxpath: `path-of-fax-number-${fid}`,
    ...more,
  };
}

/** Returns a job of the queue. */
export function job(jobid: number, more: Partial<OutboxItem> = {}): OutboxItem {
  return {
    fid: `9${jobid}`,
    jobid: String(jobid),
    to_faxnumber: '9145550182',
    dials: 0,
    pages: 2,
    date: '2026-11-20T19:10:00-05:00',
    state: 'QUEUED',
    ...more,
  };
}

const many = (count: number) => Array.from({ length: count }, (_, i) => fax(i + 1));
/** Returns lists of the given lengths, for the «Show» choices. */
export const lists = (received: number, sent: number, failed: number) => ({
  recReceived: many(received),
  recSent: many(sent),
  failed: many(failed).map((row) => ({ ...row, status: 'FAILED' as const })),
});

/** The responses of the fake server; each test changes what it needs. */
export const world = {
  dashboard: {
    ...lists(0, 0, 0),
    usage: { monthLimit: 300, currentUsage: 118, rcvdPages: 74, sentPages: 44 },
  },
  outbox: [] as OutboxItem[],
  options: '',
  notices: {
    billingPortal: { enabled: false, url: '' },
    serviceTransfer: { enabled: false, deadline: '2023-02-28' },
  },
  /** Status of an answer by the last part of the path, when it is not 200; 0: none comes. */
  statuses: {} as Record<string, number | ((body: unknown) => number | Promise<number>)>,
};

/** Every call that was made. */
export const calls: { name: string; body: unknown; key: string | null }[] = [];
/** How often a call was made. */
export const countOf = (name: string) => calls.filter((call) => call.name === name).length;

function answerOf(name: string): unknown {
  const answers: Record<string, unknown> = {
    recipients: { data: [], groups: [] },
    'en.json': english,
    'Dashboard.json': world.dashboard,
    getOutbox: { data: world.outbox, total: world.outbox.length },
    'MainInterface.json': { options: world.options, monthLimit: 300, faxNumber: '2125550100' },
    'getBrandingPerDomain.json': {
      title: '',
      favicon: '',
      hid: '1',
      lang: '',
      ext: { notices: world.notices },
    },
  };
  return answers[name] ?? { success: true, data: { jobid: '77' } };
}

vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const name = new URL(url, location.origin).pathname.split('/').at(-1) ?? '';
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  calls.push({ name, body, key: new Headers(init?.headers).get('Idempotency-Key') });
  const known = world.statuses[name] ?? 200;
  const status = typeof known === 'number' ? known : await known(body);
  if (status === 0) throw new TypeError('The network is away.');
  const refusal = { success: false, error: 'INTERNAL', message: `Words about ${name}.` };
  return new Response(JSON.stringify(status === 200 ? answerOf(name) : refusal), { status });
});
stubWindow();

await startI18n();
setTimeZone('America/New_York');

const ORIGINAL = structuredClone(world);

/** Resets the fake server to an empty mailbox. */
export function reset(): void {
  Object.assign(world, structuredClone(ORIGINAL));
  calls.length = 0;
  queryClient.clear();
  openSession('n1');
}

/** Opens the dashboard in an otherwise empty application, and waits until it has sent its requests. */
export async function openDashboard(): Promise<
  Rendered & { leave: () => Promise<void>; path: () => string }
> {
  queryClient.clear();
  await loadBrand();
  const root = createRootRoute({ component: Outlet });
  const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard', component: DashboardPage });
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Elsewhere</p> });
  const router = createRouter({
    routeTree: root.addChildren([dashboard, rest]),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  });
  const page = await renderRouter(router as never);
  await settle();
  return {
    ...page,
    leave: async () => act(async () => router.navigate({ to: '/elsewhere' as never })),
    path: () => router.state.location.href,
  };
}
