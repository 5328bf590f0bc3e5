import { sql } from 'kysely';
import { pino } from 'pino';

import type { FaxAction } from '#contract/mailbox/inbox.ts';
import { InboxService } from '#server/features/mailbox/inbox/inbox.service.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { makeFaxes } from './many-faxes.ts';
import { callerOf, until } from './sending-rig.ts';
import type { SendingRig } from './sending-rig.ts';

const ZONE = 'America/New_York';
let calls = 0;

/** A mailbox of the real product, with every action that changes its counters; faxes are identified by their ids. */
export class CountedMailbox {
  readonly account: AccountId;
  readonly #number: string;
  readonly #rig: SendingRig;
  readonly #inbox: InboxService;

  constructor(rig: SendingRig, { id, number }: { id: AccountId; number: string }) {
    this.account = id;
    this.#number = number;
    this.#rig = rig;
    // Counting needs no page files.
    this.#inbox = new InboxService({
      deletedDays: 30,
      database: rig.database,
      zone: ZONE,
      pages: undefined as never,
    });
  }

  /** Receives a fax `times` times: reporting the same call again adds no fax. */
  async receive(caller: string, pages: number, times: number): Promise<number> {
    calls += 1;
    const arrival = {
      lineId: null,
      callRef: `counted-${calls}`,
      caller,
      stationId: '',
      called: this.#number,
      tiff: Buffer.from(`pages ${pages}`),
      source: 'line' as const,
    };
    let fid = 0;
    for (let time = 0; time < times; time += 1) {
      const taken = await this.#rig.sending.arrivals.receive(arrival);
      if (!taken.accepted) throw new Error(`not taken: ${taken.reason}`);
      fid = taken.fid;
    }
    return fid;
  }

  /** Sends a fax and waits until its calls have ended. */
  async send(to: string, pages: number): Promise<{ fid: number; delivered: boolean }> {
    const [job] = await this.#rig.send(this.account, [to], { pages });
    const ended = await until(
      async () =>
        await this.#rig.database.db
          .selectFrom('send_job')
          .select(['fax_id as fid', 'state', 'finished_at as finished'])
          .where('id', '=', job?.jobId ?? 0)
          .executeTakeFirstOrThrow(),
      ({ finished }) => finished !== null,
    );
    return { fid: ended.fid, delivered: ended.state === 'DELIVERED' };
  }

  /** Adds a fax that waits in the outbox for days. */
  async park(to: string): Promise<number> {
    const { db } = this.#rig.database;
    const [fid = 0] = await makeFaxes(db, this.account, [{ action: 'S', number: to, outbox: true }]);
    await sql`insert into send_job (account_id, fax_id, to_number, state, next_at)
      values (${this.account}, ${fid}, ${to}, 'WAITING', now() + interval '5 days')`.execute(db);
    return fid;
  }

  /** Cancels a fax in the outbox. */
  async cancel(fid: number): Promise<void> {
    const job = await this.#rig.database.db
      .selectFrom('send_job')
      .select('id')
      .where('fax_id', '=', fid)
      .executeTakeFirstOrThrow();
    await this.#rig.sending.outbox.cancel(callerOf(this.account), job.id);
  }

  /** Acts on a selection as a person would; returns the number of affected faxes. */
  async act(action: FaxAction, ids: readonly number[]): Promise<number> {
    try {
      return (await this.#inbox.act(callerOf(this.account), action, ids)).affected;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return 0;
      throw error;
    }
  }

  /** Gives a number a contact, or removes it. */
  async name(number: string, company: string | null): Promise<void> {
    const { db } = this.#rig.database;
    await db
      .deleteFrom('contact')
      .where('account_id', '=', this.account)
      .where('fax_number', '=', number)
      .execute();
    if (company === null) return;
    await db
      .insertInto('contact')
      .values({ account_id: this.account, to_person: '', company, fax_number: number })
      .execute();
  }

  /** Permanently removes deleted faxes. */
  async purge(): Promise<void> {
    const { database, files: store } = this.#rig;
    const keepDays = { deleted: 0, calls: 0, audit: 2_190 };
    const maintenance = createMaintenance({ database, store, log: pino({ level: 'silent' }), keepDays });
    await maintenance.purgeDeletedFaxes(new AbortController().signal, true);
  }

  /** Runs the roll-up that copies the usage for administrators. */
  async rollUp(): Promise<void> {
    await new MultifaxUsage({ database: this.#rig.database, zone: ZONE }).rollUp();
  }

  /** Returns the mailbox's folder counters. */
  async counted() {
    const { rows } = await sql<{ folder: number; total: number; unread: number }>`
      select folder, total, unread from folder_counter where account_id = ${this.account}
        and (total, unread) <> (0, 0) order by folder`.execute(this.#rig.database.db);
    return rows;
  }

  /** Returns the pages by month, by day, and as shown to administrators. */
  async usage() {
    const { rows } = await sql<Record<'month' | 'day' | 'shown', number[]>>`
      select (select array[coalesce(sum(sent_pages), 0)::int, coalesce(sum(rcvd_pages), 0)::int] from usage_month
          where account_id = ${this.account}) as month,
        array[coalesce(sum(sent_pages), 0)::int, coalesce(sum(rcvd_pages), 0)::int] as day,
        array[coalesce(sum(shown_sent), 0)::int, coalesce(sum(shown_rcvd), 0)::int] as shown
      from usage_day where account_id = ${this.account}`.execute(this.#rig.database.db);
    return rows[0];
  }
}
