import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';

import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileToSend } from '#server/features/faxes/compose/compose.service.ts';
import {
  contentFits,
  extensionOf,
  HEAD_BYTES,
  inMegabytes,
} from '#server/features/faxes/compose/file-type.ts';
import { AppError } from '#server/kit/app-error.ts';
import { provenAccount } from '#server/kit/scope.ts';

import type { Act, ActOptions } from './act.ts';
import { faxNumber, id } from './arguments.ts';
import type { Installation } from './installation.ts';
import { listFaxes } from './operator.store.ts';
import { listOf, oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal } from './refusal.ts';
import { addUnroutedCommands } from './unrouted.commands.ts';

const TIFF_NAME = /\.tiff?$/i;

/** fax send | receive-test | list */
export function addFaxCommands(program: Command, act: Act): void {
  const fax = program.command('fax').description('Faxes');
  addUnroutedCommands(fax, act);
  fax
    .command('send')
    .description('Sends files as a fax of an account')
    .requiredOption('--from <uid>', 'account that sends', id)
    .requiredOption('--to <number>', 'who gets it')
    .argument('<file...>')
    .action(async (files: string[], options: ActOptions & { from: number; to: string }) => {
      await act(options, async (installation) => await send(installation, options, files));
    });
  fax
    .command('receive-test')
    .description('As if a line had received this document')
    .requiredOption('--to <number>', 'number of an account', faxNumber)
    .option('--from <number>', 'caller; withheld when left out', faxNumber)
    .argument('<file>')
    .action(async (file: string, options: ActOptions & { from?: string; to: string }) => {
      await act(options, async (installation) => await receive(installation, options, file));
    });
  fax
    .command('list')
    .description('Faxes of an account, the newest first')
    .argument('<uid>', 'id of the account', id)
    .action(async (uid: number, options: ActOptions) => {
      await act(options, async ({ accounts, database }) => {
        if (!(await (await accounts()).findAccount(uid)))
          throw new CommandRefusal(`There is no account ${uid}.`);
        const rows = await listFaxes((await database()).db, provenAccount(uid));
        return listOf(
          'faxes',
          rows.map((row) => ({ ...row, fid: String(row.fid), date: row.date.toISOString() })),
        );
      });
    });
}

async function send(
  { accounts, sending, messages }: Installation,
  { from, to }: { from: number; to: string },
  paths: readonly string[],
): Promise<Answer> {
  if (!(await (await accounts()).findAccount(from))) throw new CommandRefusal(`There is no account ${from}.`);
  const { compose } = await sending();
  const { limits } = compose;
  if (paths.length > limits.files) throw new AppError('TOO_MANY_FILES', { params: { max: limits.files } });
  const files = await Promise.all(paths.map(async (path) => await fileToSend(path, limits.fileBytes)));
  const sentences = await messages();
  const jobs = await compose.send({
    account: provenAccount(from),
    fields: new Map([['destinations', to]]),
    files,
    origin: 'operator',
    actor: { kind: 'operator' },
    address: '',
    say: (key) => sentences.say('en', key),
  });
  const rows = jobs.map((job) => ({
    jobid: String(job.jobId),
    fid: String(job.faxId),
    to_faxnumber: job.to,
  }));
  return listOf('jobs', rows);
}

/** Reads a file and applies the same rules as for an upload: size, extension, and matching content. */
async function fileToSend(path: string, mostBytes: number): Promise<FileToSend> {
  const name = basename(path);
  const bytes = await readDocument(path);
  const params = { file: name, limit: inMegabytes(mostBytes) };
  if (bytes.length === 0) throw new AppError('FILE_EMPTY', { params });
  if (bytes.length > mostBytes) throw new AppError('FILE_TOO_BIG', { params });
  const extension = extensionOf(name);
  if (extension === null || !contentFits(extension, bytes.subarray(0, HEAD_BYTES))) {
    throw new AppError('FILE_TYPE', { params });
  }
  return { name, extension, size: bytes.length, read: async () => await Promise.resolve(bytes) };
}

async function receive(
  { documents, sending }: Installation,
  { from = '', to }: { from?: string; to: string },
  path: string,
): Promise<Answer> {
  // A fax is received as it is, whatever is wrong with it; any other document is converted first.
  const tiff = TIFF_NAME.test(path) ? await readDocument(path) : await convert(await documents(), path);
  const result = await (
    await sending()
  ).arrivals.receive({
    lineId: null,
    callRef: `receive-test-${randomUUID()}`,
    caller: from,
    stationId: '',
    called: to,
    tiff,
    source: 'line',
  });
  return oneRow(
    result.accepted
      ? { fid: String(result.fid), accepted: true, reason: '' }
      : { fid: null, accepted: false, reason: result.reason },
  );
}

/** Converts to fax pages; retries once if this machine caused the failure. */
async function convert(engine: DocumentEngine, path: string): Promise<Uint8Array> {
  const files = [{ name: basename(path), bytes: await readDocument(path) }];
  const first = await engine.toFaxPages(files);
  const outcome = first.kind === 'retry' ? await engine.toFaxPages(files) : first;
  if (outcome.kind === 'ok') return outcome.tiff;
  throw new CommandRefusal(`The file ${path} cannot be made into fax pages (${outcome.reason}).`);
}

async function readDocument(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new CommandRefusal(`The file ${path} cannot be read (${code}).`, { cause: error });
  }
}
