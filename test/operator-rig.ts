import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';

import { programFile } from '../scripts/setup-server.mjs';
import { runOperatorCommand } from './run-operator-command.ts';
import type { CommandResult } from './run-operator-command.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const MAIN = programFile('f2e');

/** The operator command over its own database and data folder. */
export interface OperatorRig {
  database: TestDatabase;
  folder: string;
  run(args: string[], options?: { input?: string; env?: Record<string, string> }): Promise<CommandResult>;
  /** Runs a command that must succeed, and parses the JSON document that it prints. */
  json<T = Record<string, unknown>>(args: string[], input?: string): Promise<T>;
  /** Runs a command that must fail with this status, one sentence on stderr, and nothing on stdout. */
  failure(args: string[], status: number, input?: string): Promise<string>;
  close(): Promise<void>;
}

/** Each command is a process that loads half the product; a test runs several on a busy machine. */
const TEST_LIMIT_MS = 120_000;
vi.setConfig({ testTimeout: TEST_LIMIT_MS });

/**
 * Creates the rig, or uses the database and folder `over` of another rig, which closes them; call `close` in afterAll.
 */
export async function createOperatorRig(over?: {
  database: TestDatabase;
  folder: string;
}): Promise<OperatorRig> {
  const database = over?.database ?? (await createTestDatabase());
  const folder = over?.folder ?? (await mkdtemp(join(tmpdir(), 'f2e-operator-')));
  const settings = {
    F2E_DATA: folder,
    F2E_DATABASE_URL: database.url,
    // Nothing listens there.
    F2E_LISTEN: '127.0.0.1:1',
  };
  const run: OperatorRig['run'] = async (args, { input = '', env } = {}) =>
    env === undefined
      ? await runHere(args, input, settings)
      : await runCommand(args, input, { ...settings, ...env });
  return {
    database,
    folder,
    run,
    json: async <T>(args: string[], input = ''): Promise<T> => {
      const { status, stderr, stdout } = await run([...args, '--json'], { input });
      expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
      expect(stdout.trimEnd()).not.toContain('\n');
      return JSON.parse(stdout) as T;
    },
    failure: async (args, status, input = '') => {
      const result = await run(args, { input });
      expect({ args, status: result.status, stdout: result.stdout }).toEqual({ args, status, stdout: '' });
      expect(result.stderr).toMatch(/^[\p{Lu}\d“][^\n]*[.)]\n$/u);
      return result.stderr;
    },
    close: async () => {
      if (over) return;
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a command in this process: a separate process takes seconds on a busy machine. */
async function runHere(
  args: string[],
  input: string,
  settings: Record<string, string>,
): Promise<CommandResult> {
  const before = process.env;
  const own = Object.entries(before).filter(([name]) => !name.startsWith('F2E_'));
  process.env = { ...Object.fromEntries(own), ...settings };
  try {
    return await runOperatorCommand(args, input);
  } finally {
    process.env = before;
  }
}

async function runCommand(
  args: string[],
  input: string,
  settings: Record<string, string>,
): Promise<CommandResult> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('F2E_'));
  const env = { ...Object.fromEntries(own), ...settings };
  return await new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    child.stdin?.end(input);
  });
}

/** Starts a rig for the tests of a file. */
export function startOperator(take: (rig: OperatorRig) => void): void {
  let rig: OperatorRig;
  beforeAll(async () => {
    rig = await createOperatorRig();
    take(rig);
  });
  afterAll(async () => await rig.close());
}
