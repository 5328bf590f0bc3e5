import * as fc from 'fast-check';
import { expect } from 'vitest';

import { FAX_ACTIONS } from '#contract/mailbox/inbox.ts';
import type { FaxAction } from '#contract/mailbox/inbox.ts';
import { countWrongCounters } from '#operator/operator.store.ts';
import { checkCounters } from '#server/features/mailbox/inbox/fax-counters.service.ts';

import type { CountedMailbox } from './counted-mailbox.ts';
import type { TestDatabase } from './test-database.ts';

/** A fax in the model. */
interface ModelFax {
  folder: 'Inbox' | 'Sent' | 'Outbox';
  /** A canceled fax was never sent and cannot be restored. */
  gone?: 'deleted' | 'canceled' | undefined;
  archived: boolean;
  unread: boolean;
}

/** The expected state of the counters: every fax, and every page booked. */
export interface Model {
  faxes: Map<number, ModelFax>;
  sent: number;
  received: number;
  shown: number[];
}

/** The product, and the database with its counters. */
export interface Real {
  mailbox: CountedMailbox;
  database: TestDatabase;
}

const FOLDERS = ['Inbox', 'Sent', 'Archive', 'Outbox'] as const;

/** Counts the model's faxes like folder_counter. */
function recount({ faxes }: Model) {
  return FOLDERS.map((name, index) => {
    const here = [...faxes.values()].filter(
      ({ folder, archived, gone }) =>
        gone === undefined && (archived && folder !== 'Outbox' ? name === 'Archive' : folder === name),
    );
    return { folder: index + 1, total: here.length, unread: here.filter(({ unread }) => unread).length };
  }).filter(({ total }) => total > 0);
}

/** Asserts that every counter of the product equals a recount of the model and of the rows. */
async function expectRightCounters(model: Model, { mailbox, database }: Real): Promise<void> {
  expect(await mailbox.counted()).toEqual(recount(model));
  const booked = [model.sent, model.received];
  expect(await mailbox.usage()).toEqual({ month: booked, day: booked, shown: model.shown });
  const wrong = await checkCounters(database);
  expect(wrong.filter(({ accountId }) => accountId === mailbox.account)).toEqual([]);
  expect(await countWrongCounters(database.db)).toEqual({ folders: 0, parties: 0, months: 0 });
}

/** A command that is always possible; the counters are checked after it. */
class Command implements fc.AsyncCommand<Model, Real, true> {
  readonly #title: string;
  readonly #run: (model: Model, mailbox: CountedMailbox) => Promise<void>;

  constructor(title: string, run: (model: Model, mailbox: CountedMailbox) => Promise<void>) {
    this.#title = title;
    this.#run = run;
  }
  async check(): Promise<boolean> {
    return await Promise.resolve(true);
  }
  async run(model: Model, real: Real): Promise<void> {
    await this.#run(model, real.mailbox);
    await expectRightCounters(model, real);
  }
  toString(): string {
    return this.#title;
  }
}

function expectSame(seen: number, known: number): void {
  expect(seen).toBe(known);
}

const NEW = { archived: false, unread: false };
const number = fc.constantFrom('3105550111', '3105550112', '4155550113');
const pages = fc.integer({ min: 1, max: 3 });
/** Selects faxes with one bit each; the bits repeat if there are more faxes. */
const some = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });

function chosen(model: Model, bits: readonly boolean[]): number[] {
  return [...model.faxes.keys()].filter((_, index) => bits[index % bits.length]);
}

const receive = fc.tuple(number, pages, fc.integer({ min: 1, max: 2 })).map(
  ([from, count, times]) =>
    new Command(`receive(${count} pages from ${from}, reported ${times} times)`, async (model, mailbox) => {
      const fid = await mailbox.receive(from, count, times);
      model.faxes.set(fid, { ...NEW, folder: 'Inbox', unread: true });
      model.received += count;
    }),
);
const send = fc.tuple(fc.constantFrom('3105550111', '3105550199', '3105550194'), pages).map(
  ([to, count]) =>
    new Command(`send(${count} pages to ${to})`, async (model, mailbox) => {
      const { fid, delivered } = await mailbox.send(to, count);
      model.faxes.set(fid, { ...NEW, folder: 'Sent' });
      if (delivered) model.sent += count;
    }),
);
const park = number.map(
  (to) =>
    new Command(`park(${to})`, async (model, mailbox) => {
      model.faxes.set(await mailbox.park(to), { ...NEW, folder: 'Outbox' });
    }),
);
const cancel = fc.constant(
  new Command('cancel all that wait', async (model, mailbox) => {
    for (const [fid, fax] of model.faxes) {
      if (fax.folder !== 'Outbox' || fax.gone) continue;
      await mailbox.cancel(fid);
      fax.gone = 'canceled';
    }
  }),
);

const CHANGES: Record<FaxAction, (fax: ModelFax) => void> = {
  delete: (fax) => (fax.gone = 'deleted'),
  undelete: (fax) => (fax.gone = undefined),
  to_archive: (fax) => (fax.archived = true),
  from_archive: (fax) => (fax.archived = false),
  view: (fax) => (fax.unread = false),
  new: (fax) => (fax.unread = true),
};
const act = fc.tuple(fc.constantFrom(...FAX_ACTIONS), some).map(
  ([action, bits]) =>
    new Command(`${action}(${bits.map(Number).join('')})`, async (model, mailbox) => {
      const ids = chosen(model, bits);
      const own = ids.flatMap((id) => {
        const fax = model.faxes.get(id);
        const gone = action === 'undelete' && fax?.gone === 'deleted' ? undefined : fax?.gone;
        return fax && gone === undefined && fax.folder !== 'Outbox' ? [fax] : [];
      });
      expectSame(await mailbox.act(action, ids), own.length);
      for (const fax of own) CHANGES[action](fax);
    }),
);
const name = fc
  .tuple(number, fc.constantFrom('Acme', 'Zeta', null))
  .map(
    ([of, company]) =>
      new Command(`name(${of}, ${company})`, async (_, mailbox) => await mailbox.name(of, company)),
  );
const purge = fc.constant(
  new Command('purge', async (model, mailbox) => {
    await mailbox.purge();
    for (const [fid, { gone }] of model.faxes) if (gone) model.faxes.delete(fid);
  }),
);
const rollUp = fc.constant(
  new Command('rollUp', async (model, mailbox) => {
    await mailbox.rollUp();
    model.shown = [model.sent, model.received];
  }),
);

/** Everything that people and the product do to a mailbox, in any order. */
export const counterCommands = fc.commands<Model, Real, true>(
  [receive, receive, act, act, act, send, park, cancel, name, purge, rollUp],
  { maxCommands: 14 },
);
