import {
  operatorLineCall,
  operatorLineCallExport,
  operatorLineCalls,
  operatorTestCall,
  operatorTestCallStop,
} from '#contract/faxes/line-calls.admin.ts';
import type { ConsoleLineCall } from '#contract/faxes/line-calls.admin.ts';
import { isDestination, normalizeNumber } from '#contract/kit/fax-number.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { AppError } from '#server/kit/app-error.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed, refusal } from '#server/kit/operator-refusal.ts';

import type { TestCalls } from '../test-call.ts';
import { frameList } from './frame-list.ts';
import type { LineCallAdmin } from './line-call-admin.ts';
import type { LineCall } from './line-calls.store.ts';

/** Dependencies of the routes; `zone` is the server's. */
export interface LineCallRoutes {
  calls: LineCallAdmin;
  testCalls: TestCalls;
  zone: string;
}

/** Mounts the console's calls over lines. */
export function mountLineCallAdmin(app: App, { calls, testCalls, zone }: LineCallRoutes): void {
  const wire = (call: LineCall) => wireCall(call, zone);

  mount(app, operatorLineCalls, async ({ query: { name } }) => {
    const found = await calls.ofLine(name, zone);
    if (!found) throw new AppError('NOT_FOUND');
    const { tells, live, recent, test, today } = found;
    return { tells, live: live.map(wire), recent: recent.map(wire), test: test && wire(test), today };
  });

  mount(app, operatorLineCall, async ({ query: { id } }) => {
    const shown = await calls.show(id);
    if (!shown) throw new AppError('NOT_FOUND');
    const { call, trace, tracedUntil, why } = shown;
    return {
      call: wire(call),
      quality: call.quality,
      why,
      tracedUntil: formatWireTime(tracedUntil, zone),
      trace: trace && { messages: trace.messages, frames: frameList(trace.frames), media: trace.media },
    };
  });

  mount(app, operatorLineCallExport, async ({ query: { id } }) => {
    const text = await calls.export(id);
    if (text === undefined) throw new AppError('NOT_FOUND');
    return { text };
  });

  mount(app, operatorTestCall, async ({ body: { name, to, from } }) => {
    const ends = { to: numberOf(to), from: numberOf(from === '' ? to : from) };
    const { id } = allowed(await testCalls.begin(name, ends));
    return { id: String(id) };
  });

  mount(app, operatorTestCallStop, async ({ body: { id } }) => {
    allowed(await calls.stop(id));
    return done;
  });
}

/** Returns the digits of a number as typed. Throws OPERATOR_REFUSED. */
function numberOf(typed: string): string {
  if (!isDestination(typed)) throw refusal(`“${typed}” is no fax number.`);
  return normalizeNumber(typed);
}

function wireCall(call: LineCall, zone: string): ConsoleLineCall {
  const { steps, accountId, jobId, startedAt, endedAt, verdict, quality: _, callRef: __, ...rest } = call;
  const until = endedAt ?? (call.live ? new Date() : startedAt);
  const negotiated = steps.findLast(({ step }) => step === 'negotiated');
  const { rate = null, ecm = null, stationId = '' } = negotiated?.step === 'negotiated' ? negotiated : {};
  const media = steps.findLast(({ step }) => step === 'media');
  const page = steps.findLast(({ step }) => step === 'page');
  return {
    ...rest,
    id: String(call.id),
    uid: accountId === null ? null : String(accountId),
    jobId: jobId === null ? null : String(jobId),
    startedAt: formatWireTime(startedAt, zone),
    endedAt: endedAt && formatWireTime(endedAt, zone),
    seconds: Math.max(0, Math.round((until.getTime() - startedAt.getTime()) / 1_000)),
    steps: steps.map((one) => ({
      step: one.step,
      at: one.at,
      ...(one.step === 'media' && { media: one.media }),
    })),
    confirmed: page?.step === 'page' ? page.pages : 0,
    media: media?.step === 'media' ? media.media : null,
    rate,
    ecm,
    stationId,
    verdict: verdict && { ok: verdict.ok, text: verdict.text, advice: verdict.advice },
  };
}
