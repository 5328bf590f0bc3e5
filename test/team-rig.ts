import type { LightMyRequestResponse as Response } from 'fastify';

import type { FaxWork } from '#contract/mailbox/fax-work.ts';
import type { Note, TeamReply } from '#contract/mailbox/team.ts';

import { makeAccount, makeFax } from './factories.ts';
import { joinedBy } from './people-rig.ts';
import type { TestPerson } from './people-rig.ts';
import { ask } from './second-step-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** An account that people work on: its owner, logged in by number, a member and a reader. */
export interface TeamWorld {
  test: TestApp;
  account: Awaited<ReturnType<typeof makeAccount>>;
  owner: SignedIn;
  ana: TestPerson;
  leo: TestPerson;
}

/** Starts the application; call `newTeam` before each test. */
export async function startTeam(): Promise<TeamWorld> {
  return { test: await startApp() } as TeamWorld;
}

/** Creates another account for the next test. */
export async function newTeam(world: TeamWorld): Promise<void> {
  const { test } = world;
  world.account = await makeAccount(test.database.db);
  world.owner = await test.signIn(world.account.number);
  world.ana = await joinedBy(test, world.owner, { role: 'member', name: 'Ana Duarte' });
  world.leo = await joinedBy(test, world.owner, { role: 'reader', name: 'Leo Brandt' });
}

/** Returns the data in a response. */
export function dataOf(answer: Response): { id: string; changed: { id: string; work: FaxWork }[] } {
  return answer.json<{ data: ReturnType<typeof dataOf> }>().data;
}

/** Returns the calls of a team, made as the owner by default. */
export function teamCalls(world: () => TeamWorld) {
  const get = async <Reply>(path: string, as = world().owner) =>
    (await ask(world().test, ['GET', path], as)).json<Reply>();
  return {
    /** Adds a fax that has just arrived. */
    fax: async (values: Parameters<typeof makeFax>[2] = {}) => {
      const { test, account } = world();
      return (await makeFax(test.database.db, account.id, { at: new Date(Date.now() + 1000), ...values })).id;
    },
    read: async (id: number, as?: SignedIn) =>
      await get<{ work: FaxWork; changedBy: string; notes: Note[] }>(`faxWork?fid=${id}`, as),
    /** Reads the work and the notes, which marks the notes as read. */
    see: async (id: number, as?: SignedIn) => await get(`faxWork?fid=${id}&seen=1`, as),
    readers: async (id: number, as?: SignedIn) =>
      (await get<{ readers: { name: string }[] }>(`faxReaders?fid=${id}`, as)).readers.map(
        ({ name }) => name,
      ),
    team: async (as?: SignedIn) => await get<TeamReply>('team', as),
    put: async (faxes: [number, number][], change: object, as = world().owner) =>
      await ask(world().test, ['PUT', 'faxWork'], as, {
        faxes: faxes.map(([id, version]) => ({ id, version })),
        ...change,
      }),
    tag: async (name: string) =>
      dataOf(await ask(world().test, ['POST', 'tags'], world().owner, { name, color: 'green' })).id,
    note: async (fid: number, text: string, mentions: number[] = [], as = world().owner) =>
      dataOf(await ask(world().test, ['POST', 'faxNotes'], as, { fid, text, mentions })).id,
    /** Returns the faxes that a search finds, newest first. */
    found: async (q: string, as?: SignedIn) => {
      const { data } = await get<{ data: { fax_id: string; work?: FaxWork }[] }>(
        `search?q=${encodeURIComponent(q)}`,
        as,
      );
      return data.map((row) => Number(row.fax_id));
    },
  };
}
