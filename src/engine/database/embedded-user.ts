import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

import { DatabaseRefusal } from './refusal.ts';

const run = promisify(execFile);

/** A separate system user: document converters run as `nobody`, and they must not reach the database. */
const SYSTEM_USER = 'f2epg';

/** The user that the server runs as. `switchTo` is set if we are root and must become that user first. */
export interface ServerUser {
  uid: number;
  gid: number;
  /** User names that pass the peer check: the one we connect as, and root, who could become anyone anyway. */
  peers: string[];
  switchTo: { uid: number; gid: number } | undefined;
}

interface PasswdRow {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Decides which user runs PostgreSQL, which refuses to run as root.
 * Root becomes the owner of an existing cluster (so that `sudo npm start` works on a folder that an ordinary user
 * created) or the system user; anybody else stays the same user.
 */
export async function chooseServerUser(clusterFolder: string): Promise<ServerUser> {
  const ownUid = process.getuid?.() ?? 0;
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (ownUid !== 0) {
    const self = await findUser((row) => row.uid === ownUid);
    if (!self) {
      throw new DatabaseRefusal(
        `The user with the number ${ownUid} has no entry in /etc/passwd, which the embedded database needs. ` +
          'Add one, or set F2E_DATABASE_URL to a PostgreSQL server of your own.',
      );
    }
    if (owner && owner.uid !== ownUid) {
      throw new DatabaseRefusal(
        `The database in ${clusterFolder} belongs to another user. Start as that user or as root.`,
      );
    }
    return { uid: self.uid, gid: self.gid, peers: [self.name, 'root'], switchTo: undefined };
  }
  const target =
    owner && owner.uid !== 0 ? await findUser((row) => row.uid === owner.uid) : await provideSystemUser();
  if (!target) {
    throw new DatabaseRefusal(
      `The database in ${clusterFolder} belongs to a user that this machine does not know. ` +
        `Give it to one it knows: chown -R ${SYSTEM_USER} ${clusterFolder}`,
    );
  }
  const switchTo = { uid: target.uid, gid: target.gid };
  return { ...switchTo, peers: ['root', target.name], switchTo };
}

async function provideSystemUser(): Promise<PasswdRow> {
  const byName = (row: PasswdRow): boolean => row.name === SYSTEM_USER;
  const existing = await findUser(byName);
  if (existing) return existing;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  let reason = '';
  try {
    await run('useradd', [...options, '--shell', '/usr/sbin/nologin', SYSTEM_USER]);
  } catch (error) {
    // Two simultaneous first starts both try; the second one finds the user below.
    reason = error instanceof Error ? error.message.trim() : String(error);
  }
  const made = await findUser(byName);
  if (made) return made;
  throw new DatabaseRefusal(
    `The embedded database does not run as root and its system user could not be made (${reason}). ` +
      `Run: useradd --system ${SYSTEM_USER}`,
  );
}

async function findUser(matches: (row: PasswdRow) => boolean): Promise<PasswdRow | undefined> {
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , uid, gid] = line.split(':');
    const row = { name: name ?? '', uid: Number(uid), gid: Number(gid) };
    if (name && matches(row)) return row;
  }
  return undefined;
}
