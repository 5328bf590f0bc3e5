import { countUnrouted } from '#server/features/faxes/arrivals/unrouted.ts';
import { listStuck } from '#server/features/faxes/carriers/stuck-arrivals.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';

import type { Check } from './finding.ts';
import type { Installation } from './installation.ts';

/** Returns a check of each line, and one of faxes that wait for the operator. */
export async function examineLines(installation: Installation): Promise<Check[]> {
  const { db } = await installation.database();
  const lines = (await readLines(db)).filter(({ kind }) => kind !== 'onnet');
  if (lines.length === 0) {
    return [
      {
        name: 'lines',
        ok: true,
        message: 'There is no line: only numbers of this installation can be reached.',
        remedy: 'To reach other numbers, add a line with “f2e line add”.',
      },
    ];
  }
  const checks = await Promise.all(
    lines.map(async ({ name, state }) => await checkLine(installation, name, state)),
  );
  const carried = carriedCheck(await listStuck(db, { limit: 1, offset: 0 }));
  return [...checks, unroutedCheck(await countUnrouted(db)), carried];
}

async function checkLine({ lines }: Installation, name: string, state: string): Promise<Check> {
  const health = await lines()
    .then(async (admin) => await admin.testLine(name))
    // The passwords of a line need the master key, which may be the problem.
    .catch((error: unknown) => ({ ok: false as const, reason: String(error) }));
  const ok = health.ok || state !== 'on';
  const words = health.ok ? 'The line works.' : health.reason;
  return {
    name: `line ${name}`,
    ok,
    message: state === 'on' ? words : `${words} It is drained: no calls begin on it.`,
    remedy: ok ? '' : `Repair the line, or drain it with “f2e line drain ${name}”.`,
  };
}

/** Checks for faxes that a carrier announced and that could not be fetched for a day. */
function carriedCheck({ faxes: [first], total }: Awaited<ReturnType<typeof listStuck>>): Check {
  return {
    name: 'faxes at carriers',
    ok: !first,
    message: first
      ? `${total} received faxes could not be fetched, the first is ${first.faxRef} of the line ${first.line}: ${first.reason}`
      : 'Every announced fax is here or on its way.',
    remedy: first
      ? 'See “f2e fax stuck”, and ask the carrier for them by these references; then “f2e fax discard-stuck” takes them off the list.'
      : '',
  };
}

function unroutedCheck(waiting: number): Check {
  return {
    name: 'unrouted faxes',
    ok: true,
    message: waiting === 0 ? 'No unassigned faxes.' : `${waiting} unassigned faxes are waiting.`,
    remedy: waiting === 0 ? '' : 'See “f2e fax unrouted”.',
  };
}
