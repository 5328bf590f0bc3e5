import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { listAudit } from '#server/features/audit/log/audit.service.ts';
import {
  readBillingEvents,
  readMonthUsage,
} from '#server/features/customers/usage/billing/billing.service.ts';

import type { Act, ActOptions } from './act.ts';
import { groupOf } from './command-tree.ts';
import { count, day, id } from './arguments.ts';
import { toCsv } from './csv.ts';
import { listOf } from './output.ts';
import type { Answer } from './output.ts';
import type { Row } from './table.ts';

/** Default number of rows: a few screens; an option shows more. */
const USUAL_AUDIT_ROWS = 200;

type Format = 'table' | 'csv';

/** usage report, billing export, audit list */
export function addReportCommands(program: Command, act: Act): void {
  addUsageReport(program, act);
  addBillingExport(program, act);
  addAuditList(program, act);
}

function addUsageReport(program: Command, act: Act): void {
  const usage = groupOf(program, 'usage');
  usage
    .command('report')
    .description('Pages of every account in a month')
    .requiredOption('--month <YYYY-MM>', 'the month, in the server zone', month)
    .option('--brand <hid>', 'only accounts of this brand', id)
    .option('--format <table|csv>', 'how it is printed', format, 'table')
    .addHelpText('after', '\nExample:\n  f2e usage report --month 2026-11 --format csv > november.csv')
    .action(async (options: ActOptions & { month: string; brand?: number; format: Format }) => {
      await act(options, async ({ database }) => {
        const input = { month: `${options.month}-01`, brandId: options.brand ?? null };
        const accounts = await readMonthUsage((await database()).db, input);
        const rows = accounts.map(({ uid, hid, parentId, ...rest }) => ({
          uid: String(uid),
          hid: String(hid),
          parentId: parentId === null ? null : String(parentId),
          ...rest,
        }));
        return printed('accounts', rows, options.format);
      });
    });
}

function addBillingExport(program: Command, act: Act): void {
  const billing = program.command('billing').description('What is charged for');
  billing
    .command('export')
    .description(
      'Numbers, ports, storage and pages over the limit since a day; the same days give the same lines',
    )
    .requiredOption('--since <YYYY-MM-DD>', 'first day, in the server zone', day)
    .option('--format <table|csv>', 'how it is printed', format, 'csv')
    .addHelpText('after', '\nExample:\n  f2e billing export --since 2026-11-01 > billing.csv')
    .action(async (options: ActOptions & { since: string; format: Format }) => {
      await act(options, async ({ database, config }) => {
        const events = await readBillingEvents((await database()).db, options.since, config.timezone);
        const rows = events.map(({ at, kind, uid, parentId, quantity, note }) => ({
          at: at.toISOString(),
          kind,
          uid: String(uid),
          parentId: parentId === null ? null : String(parentId),
          quantity,
          note,
        }));
        return printed('events', rows, options.format);
      });
    });
}

function addAuditList(program: Command, act: Act): void {
  const audit = groupOf(program, 'audit');
  audit
    .command('list', { isDefault: true })
    .description('Who did what, the newest first')
    .option('--actor <kind[/id]>', 'operator, operator:anna, system, account/12, parent/3 …')
    .option('--account <uid>', 'about this account', id)
    .option('--action <verb>', 'beginning of the action, like session. or fax.resend')
    .option('--object <kind/id>', 'like fax/99')
    .option('--since <YYYY-MM-DD>', 'from this day on', day)
    .option('--limit <rows>', 'at most so many', count, USUAL_AUDIT_ROWS)
    .addHelpText('after', '\nExample:\n  f2e audit list --account 12 --action session. --since 2026-11-01')
    .action(async (options: AuditOptions) => {
      await act(options, async ({ database }) => {
        const { since, json: _, ...input } = options;
        const found = await listAudit((await database()).db, {
          ...input,
          ...(since !== undefined && { since: new Date(since) }),
        });
        const rows = found.map(({ id: _id, at, uid, detail, name, ...rest }) => ({
          at: at.toISOString(),
          uid: uid === null ? null : String(uid),
          ...rest,
          ...(name !== null && { actor: `operator:${name}` }),
          detail: JSON.stringify(detail),
        }));
        return { json: { rows: rows.map((row, i) => ({ ...row, detail: found[i]?.detail })) }, rows };
      });
    });
}

interface AuditOptions extends ActOptions {
  actor?: string;
  account?: number;
  action?: string;
  object?: string;
  since?: string;
  limit: number;
}

function printed(name: string, rows: readonly Row[], as: Format): Answer {
  return { ...listOf(name, rows), ...(as === 'csv' && { text: toCsv(rows) }) };
}

function month(written: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(written))
    throw new InvalidArgumentError('A month is written like 2026-11.');
  return written;
}

function format(written: string): Format {
  if (written !== 'table' && written !== 'csv') throw new InvalidArgumentError('A format is table or csv.');
  return written;
}
