import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

import { onMeasure } from '#server/kit/meter.ts';

/** Histogram buckets: a cover page takes a tenth of a second, a spreadsheet of a hundred pages a minute. */
const CONVERSION_SECONDS = [0.1, 0.3, 1, 3, 10, 30, 60];
/** Histogram buckets: a page takes 20 to 60 seconds on the wire. */
const CALL_SECONDS = [5, 15, 30, 60, 120, 300, 900, 1_800];
/** Histogram buckets: a mail leaves in seconds, or waits for a relay for hours. */
const LAG_SECONDS = [1, 5, 30, 120, 600, 3_600, 21_600, 86_400];

function addDocumentMeters(registers: Registry[]): void {
  const conversions = new Histogram({
    name: 'f2e_conversion_seconds',
    help: 'Time to make fax pages of a document, by type of its first file and result',
    labelNames: ['kind', 'result'],
    buckets: CONVERSION_SECONDS,
    registers,
  });
  onMeasure('conversion', ({ kind, result, seconds }) => conversions.observe({ kind, result }, seconds));
  const recognitions = new Histogram({
    name: 'f2e_text_recognition_seconds',
    help: 'Time to recognize the text of a page, by result',
    labelNames: ['result'],
    buckets: CONVERSION_SECONDS,
    registers,
  });
  onMeasure('recognition', ({ result, seconds }) => recognitions.observe({ result }, seconds));
}

/** Adds counters of this process's work, updated where the work happens (kit/meter). */
export function addWorkMeters(registry: Registry): void {
  const registers = [registry];
  addCallMeters(registers);
  addDocumentMeters(registers);
  const deliveries = new Counter({
    name: 'f2e_delivery_total',
    help: 'Mails and copies for external storage, by channel and result',
    labelNames: ['channel', 'result'],
    registers,
  });
  const lag = new Histogram({
    name: 'f2e_delivery_lag_seconds',
    help: 'How long what left had waited, by channel',
    labelNames: ['channel'],
    buckets: LAG_SECONDS,
    registers,
  });
  onMeasure('delivery', ({ channel, result, lag: waited }) => {
    deliveries.inc({ channel, result });
    if (waited !== undefined) lag.observe({ channel }, waited);
  });
  const logins = new Counter({
    name: 'f2e_login_total',
    help: 'Logins by result',
    labelNames: ['result'],
    registers,
  });
  const limits = new Counter({
    name: 'f2e_day_limit_total',
    help: 'Sends that were refused because the account had sent enough for a day, by kind of limit',
    labelNames: ['kind'],
    registers,
  });
  onMeasure('limit', ({ kind }) => limits.inc({ kind }));
  onMeasure('login', ({ result }) => logins.inc({ result }));
}

function addCallMeters(registers: Registry[]): void {
  const attempts = new Counter({
    name: 'f2e_fax_attempts_total',
    help: 'Calls that ended, by kind of line, direction and result',
    labelNames: ['carrier', 'direction', 'result'],
    registers,
  });
  const pages = new Counter({
    name: 'f2e_fax_pages_total',
    help: 'Pages that arrived, by direction',
    labelNames: ['direction'],
    registers,
  });
  const seconds = new Histogram({
    name: 'f2e_fax_duration_seconds',
    help: 'How long calls took, by kind of line',
    labelNames: ['carrier'],
    buckets: CALL_SECONDS,
    registers,
  });
  onMeasure('call', ({ carrier, direction, result, pages: arrived, seconds: took }) => {
    attempts.inc({ carrier, direction, result });
    pages.inc({ direction }, arrived);
    if (took !== undefined) seconds.observe({ carrier }, took);
  });
}
