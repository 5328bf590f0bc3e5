import { readdir, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

import { openTestEngine } from '#engine/documents/fixtures/test-engine.ts';
import type { VirusScanner } from '#engine/virus-scan/port.ts';

import type { DocumentEngine } from '#engine/documents/port.ts';

import { makeAccount } from './factories.ts';
import { fakeDocuments } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** A file to attach. */
export interface Attached {
  name: string;
  bytes: string | Uint8Array<ArrayBuffer>;
}

export const letter: Attached = { name: 'letter.txt', bytes: 'Dear Sir' };

/** The response of sendFax. */
export interface SendAnswer {
  status: number;
  error?: string;
  message?: string;
  fields?: Record<string, string>;
  data?: { jobs: { jobid: string; fid: string; to_faxnumber: string }[] };
}

type Account = Awaited<ReturnType<typeof makeAccount>>;

/** The application on a real port, with two accounts: one is logged in, the other can receive faxes on-net. */
export interface ComposeRig extends TestApp {
  account: Account;
  other: Account;
  port: number;
  /** Headers of the logged-in account. */
  credentials: Record<string, string>;
  /** Sends the form over a real connection, as a browser does. */
  send(
    fields: Record<string, string>,
    files?: Attached[],
    headers?: Record<string, string>,
  ): Promise<SendAnswer>;
  /** Returns the number of jobs in the queue. */
  queued(): Promise<number>;
  /** Returns the remaining files in the uploads folder, and their size. */
  leftOvers(): Promise<{ names: string[]; bytes: number }>;
}

export async function startCompose(
  options: {
    scanner?: VirusScanner;
    documents?: DocumentEngine;
    env?: Record<string, string>;
    web?: string;
  } = {},
): Promise<ComposeRig> {
  const app = await startApp({ documents: fakeDocuments(), ...options });
  const { db } = app.database;
  const account = await makeAccount(db);
  const other = await makeAccount(db);
  const session = await app.signIn(account.number);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const cookie = Object.entries(session.cookies).map(([name, value]) => `${name}=${value}`);
  const credentials = { cookie: cookie.join('; '), ...session.headers };
  return {
    ...app,
    account,
    other,
    port,
    credentials,
    send: async (fields, files = [], headers = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      files.forEach(({ name, bytes }, i) => form.append(`userfiles[${i}]`, new Blob([bytes]), name));
      const response = await fetch(`http://127.0.0.1:${port}/api/faxui/sendFax`, {
        method: 'POST',
        headers: { ...credentials, ...headers },
        body: form,
      });
      return { ...((await response.json()) as Omit<SendAnswer, 'status'>), status: response.status };
    },
    queued: async () => {
      const { n } = await db
        .selectFrom('send_job')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return n;
    },
    leftOvers: async () => {
      const folder = join(app.folder, 'uploads');
      const uploads = await readdir(folder);
      // An upload may end and its folder disappear during the check.
      const within = uploads.map(async (name) => {
        const files = await readdir(join(folder, name)).catch(() => []);
        return [name, ...files.map((file) => join(name, file))];
      });
      const names = (await Promise.all(within)).flat();
      let bytes = 0;
      for (const name of names) {
        const info = await stat(join(folder, name)).catch(() => null); // Just removed.
        if (info?.isFile()) bytes += info.size;
      }
      return { names, bytes };
    },
  };
}

/** Starts the rig with a document engine that really converts; `stop` closes both. */
export async function startRealCompose(): Promise<ComposeRig> {
  const converters = await openTestEngine();
  const rig = await startCompose({ documents: converters.engine });
  return {
    ...rig,
    stop: async () => {
      await rig.stop();
      await converters.close();
    },
  };
}

/** Starts the application for the tests of a file. Returns what most of them do. */
export function startComposing(take: (rig: ComposeRig) => void) {
  let rig: ComposeRig;
  beforeAll(async () => {
    rig = await startCompose();
    take(rig);
  });
  afterAll(async () => await rig.stop());
  return {
    send: async (...form: Parameters<ComposeRig['send']>) => await rig.send(...form),
    queued: async (): Promise<number> => await rig.queued(),
    to: () => ({ destinations: rig.other.number }),
  };
}

/** The address of a contact. */
export const FRIEND = 'jane@acme.example';

/** Adds the contact with that address. */
export async function makeFriend({ database, account }: ComposeRig): Promise<void> {
  const friend = { account_id: account.id, to_person: 'Jane', company: 'Acme', email: FRIEND };
  await database.db.insertInto('contact').values(friend).execute();
}

/** Adds so many copies of the document that was mailed last; returns the document. */
export async function copyMore({ database: { db }, account }: ComposeRig, count: number): Promise<number> {
  const { document_id } = await db.selectFrom('fax_copy').select('document_id').executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, (_, i) => ({
    account_id: account.id,
    document_id,
    to_address: `${i}@acme.example`,
  }));
  await db.insertInto('fax_copy').values(copies).execute();
  return document_id;
}
