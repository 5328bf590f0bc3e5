import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import type { Database } from '#engine/database/port.ts';
import { readLines } from '#server/features/lines/lines.service.ts';

import { countOpenJobs, readOldestDueSeconds } from './health.store.ts';

/** Answers are either quick (a row) or work on pages; these bounds tell the two apart. */
const SECONDS = [0.005, 0.02, 0.1, 0.3, 1, 3, 10];

/** States that are shown also when no job is in them: a graph with gaps looks like a fault. */
const OPEN_STATES = ['QUEUED', 'CONVERTING', 'SENDING', 'WAITING'];

/** The numbers of /metrics in Prometheus text. Labels are from closed lists: no numbers, names or paths of people. */
export interface Metrics {
  text(): Promise<string>;
  contentType: string;
  /** Notes one answered request under its route's pattern. */
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
}

export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'f2e_http_request_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const jobs = new Gauge({
    name: 'f2e_send_jobs',
    help: 'Unfinished faxes by state',
    labelNames: ['state'],
    registers: [registry],
  });
  const late = new Gauge({
    name: 'f2e_send_oldest_due_seconds',
    help: 'How long the fax has waited that should have been sent first',
    registers: [registry],
  });
  const calls = new Gauge({
    name: 'f2e_line_calls',
    help: 'Calls in progress by line',
    labelNames: ['line'],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    observe: ({ method, route, status, seconds }) => {
      requests.observe({ method, route, status }, seconds);
    },
    text: async () => {
      const open = await countOpenJobs(database.db);
      for (const state of OPEN_STATES) jobs.set({ state }, open.get(state) ?? 0);
      late.set(await readOldestDueSeconds(database.db));
      calls.reset();
      for (const { name, busy } of await readLines(database.db)) calls.set({ line: name }, busy);
      return await registry.metrics();
    },
  };
}
