import { z } from 'zod';

import type { Database, Db } from '#engine/database/port.ts';
import { defineJob } from '#engine/jobs/port.ts';
import type { JobDefinition } from '#engine/jobs/port.ts';

import { takeKnownSenders } from './known-senders.store.ts';
import type { KnownSenders } from './known-senders.store.ts';

/**
 * Rows of each kind per transaction: locks stay short, and an upgrade of a large installation does not mail everybody
 * at once.
 */
const BATCH = 50;

/** How each kind of sender is asked for proof, in the transaction that marks it. */
export interface AskForProof {
  account(tx: Db, account: KnownSenders['accounts'][number]): Promise<void>;
  subaccount(tx: Db, subaccount: KnownSenders['subaccounts'][number]): Promise<void>;
  domain(tx: Db, domain: KnownSenders['domains'][number]): Promise<void>;
}

/**
 * Returns the job that follows an upgrade from a version without proofs: everyone who sent by email before may continue
 * for 30 days (migration 0340) and is asked once for proof. Without such rows it does nothing.
 */
export function knownSendersJobs(database: Database, ask: AskForProof): JobDefinition[] {
  return [
    defineJob(
      {
        name: 'ask-known-senders',
        payload: z.object({}),
        retry: { times: 3, firstDelaySeconds: 60, longestDelaySeconds: 600 },
        onlyOne: true,
        cron: '*/5 * * * *',
      },
      async () => {
        await database.transaction(async (tx) => {
          const { accounts, subaccounts, domains } = await takeKnownSenders(tx, BATCH);
          for (const account of accounts) await ask.account(tx, account);
          for (const subaccount of subaccounts) await ask.subaccount(tx, subaccount);
          for (const domain of domains) await ask.domain(tx, domain);
        });
      },
    ),
  ];
}
