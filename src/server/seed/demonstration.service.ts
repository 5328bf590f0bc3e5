import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { AccountInput, Accounts } from '#server/features/customers/accounts/accounts.service.ts';
import type { Brands } from '#server/features/brands/brands/brands.service.ts';
import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';

import { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { choosePassword, credentialsFile, readCredentials, writeCredentials } from './credentials.ts';
import { findAdministrator } from './administrator.store.ts';
import {
  hasAccounts,
  holdDemonstrationLock,
  isDemonstrationMade,
  markDemonstrationMade,
} from './demonstration.store.ts';
import { fillMailbox } from './fill-mailbox.ts';
import { loadSamplePages } from './sample-pages.ts';
import { finishAdministrator, provideAdministrator } from './provide-administrator.ts';
import { SAMPLE_ADMINISTRATOR } from './sample-administrator.ts';
import { SAMPLE_ACCOUNTS, SAMPLE_NUMBERS } from './samples.ts';

export { DemonstrationRefusal } from './credentials.ts';

/** Dependencies of the demonstration data. */
export interface DemonstrationDeps {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  accounts: Accounts;
  brands: Brands;
  /** F2E_DATA; the passwords are stored there. */
  dataDir: string;
  /** F2E_NODE and F2E_TIMEZONE. */
  node: string;
  zone: string;
  /** F2E_OCR. */
  readText: 'off' | 'received' | 'all';
  log: Pick<Logger, 'info' | 'warn'>;
  /** Shows a random password once: on the terminal where the product is started, never in the log. */
  announce(text: string): void;
}

/** The settings that request demonstration data. */
export interface DemonstrationInput {
  /** F2E_DEMO; undefined: only if nobody has an account yet. */
  demo: boolean | undefined;
  /** F2E_DEMO_PASSWORD, or empty. */
  password: string;
}

/**
 * Makes the default brand and, if requested, the demonstration data. Adds only what is missing, so that the next start
 * continues after one that was killed. Throws DemonstrationRefusal if the given password breaks the rules.
 */
export async function prepareInstallation(deps: DemonstrationDeps, input: DemonstrationInput): Promise<void> {
  const brand = await deps.brands.ensureDefaultBrand();
  if (!(await isWanted(deps, input))) return;
  await deps.database.transaction(async (tx) => {
    await holdDemonstrationLock(tx);
    // Another process that started at the same time may have made it while we waited.
    if (await isWanted(deps, input)) await makeDemonstration(deps, brand.id, input.password);
  });
}

async function makeDemonstration(deps: DemonstrationDeps, brandId: number, given: string): Promise<void> {
  const began = performance.now();
  // The first conversions take longest: they run while passwords are hashed.
  const pages = loadSamplePages(deps);
  // The first error of the start is the one that counts; this promise is awaited below.
  pages.catch(() => {});
  const password = await providePassword(deps, brandId, given);
  await addAccounts(deps, brandId, password);
  await addFreeNumbers(deps.accounts);
  await fillMailboxes(deps, await pages);
  await showUsage(deps);
  const { readText: mode } = deps;
  if (mode !== 'off') await new PageTexts(deps).noteAllOlder({ account: null, since: null, mode });
  await markDemonstrationMade(deps.database.db);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  logEvent(deps.log, 'demonstration.ready', { seconds });
}

/**
 * Whether to make demonstration data. Without F2E_DEMO: on an empty installation, or if a first start was killed after
 * it had written the logins to the file.
 */
async function isWanted(
  { database, dataDir }: DemonstrationDeps,
  { demo }: DemonstrationInput,
): Promise<boolean> {
  if (demo !== undefined) return demo;
  if (await isDemonstrationMade(database.db)) return false;
  return !(await hasAccounts(database.db)) || (await readCredentials(dataDir)).size > 0;
}

/** Returns the numbers and names of the demonstration that have no login yet. */
async function missingLogins({ accounts, database }: DemonstrationDeps, brandId: number): Promise<string[]> {
  const numbers = [...SAMPLE_ACCOUNTS, ...SAMPLE_ADMINISTRATOR.children].map(({ number }) => number);
  const missing: string[] = [];
  for (const number of numbers) if (!(await accounts.findByNumber(number))) missing.push(number);
  const parent = await findAdministrator(database.db, brandId, SAMPLE_ADMINISTRATOR.username);
  return parent === undefined ? [...missing, SAMPLE_ADMINISTRATOR.username] : missing;
}

/** Writes the password to the file before the first login is created, so that no start can lose it. */
async function providePassword(deps: DemonstrationDeps, brandId: number, given: string): Promise<string> {
  const known = await readCredentials(deps.dataDir);
  const { password, fresh } = choosePassword(given, known);
  const missing = await missingLogins(deps, brandId);
  if (missing.length === 0) return password;
  await writeCredentials(
    deps.dataDir,
    new Map([...known, ...missing.map((login) => [login, password] as const)]),
  );
  if (fresh) {
    deps.announce(
      `Demonstration logins: ${missing.join(', ')}\nPassword of all of them: ${password}\n` +
        `(also kept in ${credentialsFile(deps.dataDir)})\n`,
    );
  }
  return password;
}

/** Adds the accounts one after another, so that the first account of a new installation is the first of the list. */
async function addAccounts(deps: DemonstrationDeps, brandId: number, password: string): Promise<void> {
  for (const { number, email, options } of SAMPLE_ACCOUNTS) {
    await addMissing(deps, { brandId, number: { number }, email, password, ...(options && { options }) });
  }
  const parentId = await provideAdministrator(deps, brandId, password);
  for (const { number, email } of SAMPLE_ADMINISTRATOR.children) {
    await addMissing(deps, { brandId, number: { number }, email, password, parentId });
  }
  await finishAdministrator(deps, brandId, parentId);
}

async function addMissing(
  deps: DemonstrationDeps,
  input: AccountInput & { number: { number: string } },
): Promise<void> {
  if (await deps.accounts.findByNumber(input.number.number)) return;
  const outcome = await deps.accounts.addAccount(input);
  // Another process that starts at the same time may have been faster; or the operator uses the number for something
  // else.
  if (outcome.kind === 'refused')
    logEvent(deps.log, 'demonstration.account-failed', { reason: outcome.reason });
}

async function addFreeNumbers(accounts: Accounts): Promise<void> {
  for (const [areaCode, numbers] of Object.entries(SAMPLE_NUMBERS.areas)) {
    await accounts.addNumbers({ areaCode }, numbers);
  }
  await accounts.addNumbers({ kind: 'tollfree' }, SAMPLE_NUMBERS.tollfree);
}

/** Rolls up the usage now: the nightly roll-up has not run yet, and without it administrators see no past usage. */
async function showUsage({ database, zone }: DemonstrationDeps): Promise<void> {
  const usage = new MultifaxUsage({ database, zone });
  if ((await usage.through()) === null) await usage.rollUp();
}

async function fillMailboxes(
  deps: DemonstrationDeps,
  pages: Awaited<ReturnType<typeof loadSamplePages>>,
): Promise<void> {
  for (const sample of [...SAMPLE_ACCOUNTS, ...SAMPLE_ADMINISTRATOR.children]) {
    const account = await deps.accounts.findByNumber(sample.number);
    // Another customer's account that happens to have the number gets no invented faxes.
    if (account?.email === sample.email) await fillMailbox(deps, account.id, sample, pages);
  }
}
