import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, vi } from 'vitest';

import { openDocumentEngine } from '#engine/documents/choose.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { openFileStore } from '#engine/file-store/choose.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import { createBrands } from '#server/features/brands/brands/brands.service.ts';
import type { DemonstrationDeps } from '#server/seed/demonstration.service.ts';

import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/** The server zone of the rig. */
export const ZONE = 'America/New_York';

/** Each test converts documents and hashes passwords on a busy machine. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const log = pino({ level: 'silent' });
let documents: DocumentEngine;

/** Everything that creates the demonstration, over its own database and folder. */
export interface DemonstrationRig {
  database: TestDatabase;
  deps: DemonstrationDeps;
  /** The messages shown on the terminal. */
  announced: string[];
  rows: <T = Record<string, unknown>>(text: string) => Promise<T[]>;
  close: () => Promise<void>;
}

/** Opens the real document engine once for all tests of a file; called in the file. */
export function useDocumentEngine(): void {
  beforeAll(async () => {
    documents = await openDocumentEngine({ workers: 2, untrusted: 'sandbox', tempDir: tmpdir(), log });
  });
  afterAll(async () => {
    await documents.close();
  });
}

/** Creates a rig; the caller closes it. */
export async function createDemonstrationRig(): Promise<DemonstrationRig> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'f2e-demo-'));
  const announced: string[] = [];
  const deps: DemonstrationDeps = {
    database,
    files: await openFileStore('file:', dataDir),
    documents,
    accounts: createAccounts({ database, node: 'n1', zone: ZONE }),
    brands: createBrands({ database }),
    dataDir,
    node: 'n1',
    zone: ZONE,
    readText: 'off',
    log,
    announce: (text) => void announced.push(text),
  };
  return {
    database,
    deps,
    announced,
    rows: async <T>(text: string) => (await database.pool.query(text)).rows as T[],
    close: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Counts everything that the demonstration adds. */
export const COUNTS = `
  select (select count(*) from account)::int as accounts, (select count(*) from fax)::int as faxes,
    (select count(*) from contact)::int as contacts, (select count(*) from number)::int as numbers,
    (select count(*) from parent)::int as parents, (select count(*) from service_slot where account_id is not null)::int as used,
    (select count(*) from document)::int as documents`;
