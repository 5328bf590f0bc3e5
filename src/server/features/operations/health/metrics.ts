import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import type { Database } from '#engine/database/port.ts';
import { countRecentResults } from '#server/features/faxes/lines/lines.service.ts';

import { addStateGauges } from './state-gauges.ts';
import type { WatchedPlaces } from './state-gauges.ts';
import { addWorkMeters } from './work-meters.ts';

/** Histogram buckets: requests either are fast (a row) or work on pages; these bounds distinguish the two. */
const SECONDS = [0.005, 0.02, 0.1, 0.3, 1, 3, 10];

/**
 * The numbers of /metrics in the Prometheus text format. Labels come from closed lists: no numbers, names or paths of
 * people.
 */
export interface Metrics {
  text(): Promise<string>;
  contentType: string;
  /** Records one answered request under its route's pattern. */
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
}

/** Returns how many incoming mails of this process ended with each result. */
type MailsIn = () => { result: string; mails: number }[];

/** Dependencies of the metrics. */
export interface MetricsDeps {
  database: Database;
  /** Results of incoming mails in this process, whether they became faxes or not. */
  mailsIn?: MailsIn | undefined;
  places?: WatchedPlaces | undefined;
}

export function createMetrics({ database, mailsIn, places }: MetricsDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'f2e_http_request_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  addWorkMeters(registry);
  const calls = resultsGauge(registry, database);
  const look = addStateGauges(registry, database, places, { calls });
  const noteInbound = inboundCounter(registry, mailsIn);
  return {
    contentType: registry.contentType,
    observe: ({ method, route, status, seconds }) => {
      requests.observe({ method, route, status }, seconds);
    },
    text: async () => {
      await look();
      noteInbound();
      return await registry.metrics();
    },
  };
}

/** Counts how calls end, by line: a line whose calls all fail is not «down» and yet useless. */
function resultsGauge(registry: Registry, { db }: Database): () => Promise<void> {
  const results = new Gauge({
    name: 'f2e_line_results_hour',
    help: 'Calls that ended in the last hour, by line and result',
    labelNames: ['line', 'result'],
    registers: [registry],
  });
  return async () => {
    results.reset();
    for (const { line, result, calls } of await countRecentResults(db)) results.set({ line, result }, calls);
  };
}

/** Copies the counts of incoming mails, which are counted where they are judged. */
function inboundCounter(registry: Registry, mailsIn: MailsIn | undefined): () => void {
  if (!mailsIn) return () => undefined;
  const inbound = new Counter({
    name: 'f2e_mail_inbound_total',
    help: 'Mails for fax numbers by how they ended',
    labelNames: ['result'],
    registers: [registry],
  });
  return () => {
    inbound.reset();
    for (const { result, mails } of mailsIn()) inbound.inc({ result }, mails);
  };
}
