import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';

import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import { provenAccount } from '#server/kit/scope.ts';

import type { Act, ActOptions } from './act.ts';
import { id } from './arguments.ts';
import type { Installation } from './installation.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { createProgress } from './progress.ts';
import { CommandRefusal } from './refusal.ts';

interface ReadOptions extends ActOptions {
  account?: number;
  since?: Date;
  here?: boolean;
}

/** text read | status */
export function addTextCommands(program: Command, act: Act): void {
  const text = program.command('text').description('Recognized text of faxes');
  text
    .command('read')
    .description('Has faxes read that arrived or were sent before, the newest first')
    .option('--account <uid>', 'only faxes of this account', id)
    .option('--since <date>', 'only faxes since this day (YYYY-MM-DD)', day)
    .option('--here', 'read in this command instead of in the running service, and wait for the end')
    .action(async (options: ReadOptions) => {
      await act(options, async (installation) => await read(installation, options));
    });
  text
    .command('status')
    .description('How many faxes are read and wait, and in which languages this machine reads')
    .action(async (options: ActOptions) => {
      await act(options, async ({ database, documents }) => {
        const { recognition } = await (await documents()).status();
        const { done, waiting } = await new PageTexts({ database: await database() }).count();
        const languages = recognition.languages.join(', ');
        return oneRow({ read: done, waiting, languages, problem: recognition.reason ?? '' });
      });
    });
}

function day(written: string): Date {
  const at = new Date(`${written}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('Write a day like 2026-10-05.');
  return at;
}

async function read(
  installation: Installation,
  { account, since, here = false }: ReadOptions,
): Promise<Answer> {
  const { config, accounts } = installation;
  if (account !== undefined && !(await (await accounts()).findAccount(account)))
    throw new CommandRefusal(`There is no account ${account}.`);
  const database = await installation.database();
  const texts = new PageTexts({ database });
  const noted = await texts.noteAllOlder({
    account: account === undefined ? null : provenAccount(account),
    since: since ?? null,
    mode: config.readText === 'received' ? 'received' : 'all',
  });
  await note(database, { account, since, noted });
  if (!here) {
    const off = config.readText === 'off' ? ' Nothing is read before F2E_OCR is set.' : '';
    const answer = oneRow({ noted });
    return { ...answer, note: `The running service reads them, the newest first.${off}` };
  }
  return await readHere(installation, texts);
}

/** Reads all waiting faxes, including those that others have queued. */
async function readHere(installation: Installation, texts: PageTexts): Promise<Answer> {
  const { files, documents, log } = installation;
  const total = (await texts.count()).waiting;
  const progress = createProgress('faxes');
  let done = 0;
  const engine = await documents();
  const onTextRead = await installation.onTextRead();
  const { reason } = (await engine.status()).recognition;
  if (reason !== undefined) throw new CommandRefusal(`No text can be recognized on this machine: ${reason}.`);
  await texts.readWaiting(
    { files: await files(), documents: engine, log, read: onTextRead },
    new AbortController().signal,
    () => {
      done += 1;
      progress.step(done, Math.max(total, done));
    },
  );
  progress.end();
  return oneRow({ read: done, waiting: (await texts.count()).waiting });
}

async function note(
  database: Database,
  { account, since, noted }: { account: number | undefined; since: Date | undefined; noted: number },
): Promise<void> {
  await database.transaction(async (tx) => {
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      ...(account !== undefined && { accountId: account }),
      action: 'text.read',
      detail: { faxes: noted, ...(since && { since: since.toISOString().slice(0, 10) }) },
    });
  });
}
