import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';

import type { Database } from '#engine/database/port.ts';
import { openBackground } from '#server/composition/jobs.ts';
import { readConfig } from '#server/config/config.ts';
import { closeEngines, openEngines } from '#server/composition/engines.ts';
import type { Engines } from '#server/composition/engines.ts';
import { StorageService } from '#server/features/faxes/copies/storage.service.ts';
import { deliverDue } from '#server/features/faxes/copies/storage.worker.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { provenAccount } from '#server/kit/scope.ts';
import { projectFolders } from '#server/composition/web-server.ts';
import { copiesOf } from '#server/composition/copies.ts';
import { SFTP_LOGIN, SFTP_PASSWORD, startSshd } from '#test/sshd.ts';
import type { Sshd } from '#test/sshd.ts';

import { receiveFaxes } from './received-faxes.ts';

/** Number of faxes waiting for one server. */
const FAXES = 300;
const ACCOUNT = provenAccount(1);

const command = promisify(execFile);
const log = pino({ level: 'silent' });

/**
 * Prints the copies per second that reach a real OpenSSH server, next to its own `sftp` command doing the same over one
 * connection: upload under a temporary name, then rename. First the adapter with the file in memory, then the whole
 * task: rows read, a PDF created from the stored pages, uploaded, compared, renamed, recorded.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-bench-storage-'));
  const server = await startSshd();
  const config = readConfig({
    F2E_DATA: folder,
    F2E_ALLOW_PRIVATE_HOSTS: '1',
    F2E_UNTRUSTED_DOCUMENTS: 'accept-risk',
  });
  const engines = await openEngines(config, log);
  try {
    // The content of each copy.
    const pdf = await engines.documents.exportPdf(await receiveFaxes(engines, FAXES), 0);
    const theirs = await bySftpCommand(server, folder, pdf);
    const adapter = await byAdapter(engines, server, pdf);
    const messages = await loadMessages(projectFolders.locales);
    const { services, queue } = await openBackground({ config, engines, messages }, false);
    const copies = copiesOf({ engines, services, messages });
    await plan(
      engines.database,
      new StorageService({ ...copies, tell: async () => await Promise.resolve() }),
      server,
    );
    const everything = await rate(async () => {
      while ((await deliverDue(copies)) > 0);
    });
    await queue.stop();
    await expectFiles(server, 'in/product');
    const times = (rival: number): string => `${(everything / rival).toFixed(2)} of the command`;
    process.stdout.write(
      `${FAXES} files of ${(pdf.length / 1024).toFixed(0)} kB: sftp command ${theirs.toFixed(0)}/s, ` +
        `adapter ${adapter.toFixed(0)}/s, deliveries ${everything.toFixed(0)}/s (${times(theirs)})\n`,
    );
  } finally {
    await closeEngines(engines);
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns how many faxes per second `work` handles. */
async function rate(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return FAXES / ((performance.now() - began) / 1_000);
}

async function expectFiles(server: Sshd, folder: string): Promise<void> {
  const { size } = await server.files(folder);
  if (size !== FAXES) throw new Error(`${size} of ${FAXES} files arrived in ${folder}`);
}

async function bySftpCommand(server: Sshd, folder: string, pdf: Uint8Array): Promise<number> {
  const [key, batch, local] = ['key', 'batch', 'local'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(key, server.userKey, { mode: 0o600 });
  await mkdir(local);
  const lines = ['mkdir /in/command'];
  for (let n = 0; n < FAXES; n += 1) {
    await writeFile(join(local, `${n}.pdf`), pdf);
    lines.push(`put ${local}/${n}.pdf /in/command/${n}.part`);
    lines.push(`rename /in/command/${n}.part /in/command/${n}.pdf`);
  }
  await writeFile(batch, lines.join('\n'));
  const quiet = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
  const options = quiet.flatMap((option) => ['-o', option]);
  const args = ['-q', '-P', String(server.port), '-i', key, ...options, '-b', batch];
  const done = await rate(async () => {
    await command('sftp', [...args, `${SFTP_LOGIN}@127.0.0.1`], { maxBuffer: 64 * 1024 * 1024 });
  });
  await expectFiles(server, 'in/command');
  return done;
}

async function byAdapter({ storages }: Engines, { port }: Sshd, pdf: Uint8Array): Promise<number> {
  const login = { login: SFTP_LOGIN, password: SFTP_PASSWORD, hostKey: null };
  const drop = storages.open({ kind: 'sftp', host: '127.0.0.1', port, folder: '/in/adapter', ...login });
  const done = await rate(async () => {
    for (let n = 0; n < FAXES; n += 1) {
      const outcome = await drop.put({ folders: [], name: `${n}.pdf`, bytes: pdf });
      if (outcome.kind !== 'ok') throw new Error(`a file was not taken: ${outcome.kind}`);
    }
  });
  await drop.close();
  return done;
}

/** Adds the account's storage, and a delivery of each fax. */
async function plan({ pool }: Database, storage: StorageService, { port }: Sshd): Promise<void> {
  const owner = { accountId: ACCOUNT, actor: { kind: 'account', id: ACCOUNT } as const, address: '' };
  const place = { host: '127.0.0.1', port, dir: '/in/product', login: SFTP_LOGIN, pass: SFTP_PASSWORD };
  const link = await storage.saveSftp(owner, { user_id: '', type: 'sftp', status: 'Y', ...place }, true);
  if (link.lastError !== '') throw new Error(`the server does not work: ${link.lastError}`);
  await pool.query(
    `insert into storage_delivery (storage_id, account_id, fax_id) select $1, 1, id from fax order by id`,
    [link.id],
  );
}
