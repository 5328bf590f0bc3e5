import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Client } from 'pg';
import type { Pool } from 'pg';
import { vi } from 'vitest';

import { ARE_YOU_THERE } from '#engine/database/answer-limit.ts';

/** A statement as sent to the database. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/**
 * Returns the statements that this process sends to the database while `work` runs. Tests about speed count them and
 * the rows that they read, because a clock reveals more about the machine than about the product.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    const ours = query.mock.calls.filter(([text]: unknown[]) => text !== ARE_YOU_THERE);
    return ours.map(([asked, values]: unknown[]) =>
      typeof asked === 'string'
        ? { text: asked, values: Array.isArray(values) ? (values as unknown[]) : [] }
        : { values: [], ...(asked as { text: string; values?: unknown[] }) },
    );
  } finally {
    query.mockRestore();
  }
}

/** Statements that the process sends periodically: connection limits, the brand cache, its heartbeat. */
const ITS_OWN = /^set |^\s*select b\.id, b\.is_default|(?:into|from) "node"/u;

/** The cost of a response: its statements and its password hashes. */
export interface Cost {
  statements: string[];
  hashes: { memory: number; passes: number; parallelism: number }[];
}

/** Returns the cost of `work`. Responses whose timing must reveal nothing have the same cost. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const argon2 = vi.spyOn(crypto, 'argon2');
  syncBuiltinESMExports();
  try {
    const statements = await statementsOf(work);
    return {
      statements: statements.map(({ text }) => text).filter((text) => !ITS_OWN.test(text)),
      hashes: argon2.mock.calls.map(([, { memory, passes, parallelism }]) => ({
        memory,
        passes,
        parallelism,
      })),
    };
  } finally {
    argon2.mockRestore();
    syncBuiltinESMExports();
  }
}

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/**
 * The same as if the tables were large: small ones are read as a whole, because that is quicker than to look each row up.
 */
export async function mostRowsReadOfMany(pool: Pool, statement: Statement): Promise<number> {
  const client = await pool.connect();
  try {
    for (const small of ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'])
      await client.query(`set enable_${small} = off`);
    return await mostRowsRead(client, statement);
  } finally {
    client.release(true);
  }
}

/** The most rows that one step of a statement goes through; the statement is run for it. */
export async function mostRowsRead(pool: Pick<Pool, 'query'>, { text, values }: Statement): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`no plan for ${text}`);
  return Math.max(...stepsOf(plan));
}

function stepsOf(plan: Plan): number[] {
  const read = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return [read, ...(plan.Plans ?? []).flatMap(stepsOf)];
}
