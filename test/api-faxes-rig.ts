import { apiCalls } from '#contract/v1/all-calls.ts';
import { faxObject } from '#contract/v1/fax.ts';
import type { z } from 'zod';
import type { JobState } from '#engine/database/tables-faxes.ts';

import { startProgram } from './api-rig.ts';
import type { Program } from './api-rig.ts';
import { makeAccount } from './factories.ts';
import type { AccountValues, FaxValues } from './factories.ts';
import { fakeDocuments, storeFax } from './mailbox-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** A fax as programs receive it. */
export type WireFax = z.output<typeof faxObject>;

/** A page of a list of faxes. */
export interface WireList {
  object: 'list';
  data: WireFax[];
  has_more: boolean;
  next: string | null;
}

/** An account with its program. */
export type Tenant = Program & { account: Awaited<ReturnType<typeof makeAccount>> };

/** The settings of a sent fax; without a state it has no job. */
export type SentValues = FaxValues & {
  state?: JobState;
  dials?: number;
  reason?: string;
  uncertainPages?: number;
  confirmed?: number;
  sendAt?: Date;
};

/** The application with programs, and with documents that are only named, not drawn. */
export interface FaxesRig {
  test: TestApp;
  tenant(values?: AccountValues): Promise<Tenant>;
  /** Creates a received fax with its document. */
  received(who: Tenant, values?: FaxValues): Promise<{ id: number; pathKey: string }>;
  /** Creates a sent or waiting fax with its document and job. */
  sent(who: Tenant, values?: SentValues): Promise<{ id: number; pathKey: string; jobId: number }>;
  one<T>(sql: string, values?: unknown[]): Promise<T>;
  /** Returns the activity of a fax: what happened, by whom, with which key. */
  activityOf(id: number): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts the rig; call `stop` in afterAll. */
export async function startFaxesRig(documents = fakeDocuments().documents): Promise<FaxesRig> {
  const test = await startApp({ documents });
  const { pool } = test.database;
  const one = async <T>(sql: string, values: unknown[] = []): Promise<T> =>
    Object.values((await pool.query<Record<string, T>>(sql, values)).rows[0] ?? {})[0] as T;
  return {
    test,
    one,
    tenant: async (values = {}) => {
      const account = await makeAccount(test.database.db, values);
      return { account, ...(await startProgram(test, { kind: 'account', id: account.id })) };
    },
    received: async ({ account }, values = {}) => await storeFax(test, account.id, values),
    sent: async (
      { account },
      { state, dials, reason, uncertainPages, confirmed, sendAt, ...values } = {},
    ) => {
      const fax = await storeFax(test, account.id, { action: 'S', ...values });
      await pool.query('update fax set reason = $2, uncertain_pages = $3 where id = $1', [
        fax.id,
        reason,
        uncertainPages,
      ]);
      const jobId =
        state === undefined
          ? 0
          : await one<number>(
              `insert into send_job (account_id, fax_id, to_number, state, ready, dials, last_error, confirmed_pages, billed_pages,
                 send_at, next_at, finished_at)
               values ($1, $2, $3, $4, true, $5, $6, $7, $7, $8, now() + interval '1 hour', $9) returning id`,
              [
                account.id,
                fax.id,
                values.number ?? '3105550111',
                state,
                dials ?? 1,
                reason,
                confirmed ?? 0,
                sendAt,
                values.outbox ? null : new Date('2026-11-20T19:12:00Z'),
              ],
            );
      return { ...fax, jobId };
    },
    activityOf: async (id) =>
      await one(
        `select coalesce(json_agg(concat_ws(' ', kind, form, actor_kind, name) order by id), '[]') from fax_access
         where fax_id = $1`,
        [id],
      ),
    stop: async () => await test.stop(),
  };
}

/** Requests a page of the list. */
export async function listOf(
  { ask }: Pick<Program, 'ask'>,
  query: Record<string, string> = {},
): Promise<WireList> {
  const { status, body } = await ask('GET', '/faxes', { query });
  if (status !== 200) throw new Error(`no list: ${JSON.stringify(body)}`);
  apiCalls.listFaxes.reply.parse(body);
  return body as unknown as WireList;
}

/** Requests one fax. */
export async function faxOf({ ask }: Pick<Program, 'ask'>, id: number): Promise<WireFax> {
  const { status, body } = await ask('GET', `/faxes/fax_${id}`);
  if (status !== 200) throw new Error(`no fax: ${JSON.stringify(body)}`);
  return faxObject.parse(body);
}
