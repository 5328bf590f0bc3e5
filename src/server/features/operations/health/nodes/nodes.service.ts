import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { logEvent } from '#server/kit/log-event.ts';
import {
  deleteMachine,
  isNode,
  lockMachine,
  moveAccount,
  noteNode,
  readNodes,
  readNodesAndAccounts,
  setNodeState,
} from './nodes.store.ts';
import type { StoredNode } from './nodes.store.ts';

/** The notification channel of migration 0131. */
const CHANNEL = 'f2e_nodes';

/** Heartbeat interval; each heartbeat costs one small write. */
const SIGN_MS = 15_000;

/** Three heartbeats missed: logins are handed to other nodes; the proxy in front notices sooner (deploy/nginx.conf). */
const SILENT_SECONDS = 50;

/** Dependencies of the nodes. */
export interface NodesDeps {
  database: Database;
  /** F2E_NODE: the name of this node. */
  node: string;
  log: Pick<Logger, 'warn'>;
}

/** The nodes of the installation as seen by this process; all share one database, so each can serve every account. */
export interface Nodes {
  /** Whether the name after /api/ is one of our nodes (spec http-api 0.1). */
  knows: (name: string) => boolean;
  /**
   * Returns the node to which an account is sent: its own; while that is drained or gone, this one; else any that is
   * up.
   */
  serving: (node: string) => string;
  stop: () => Promise<void>;
}

/** Registers this node, and follows the others. */
export async function joinNodes({ database, node, log }: NodesDeps): Promise<Nodes> {
  let known = new Map<string, boolean>();
  const look = async (): Promise<void> => {
    const nodes = await readNodes(database.db, SILENT_SECONDS);
    known = new Map(nodes.map(({ name, state, alive }) => [name, state === 'up' && alive]));
  };
  // The last known nodes remain in use while the database is unavailable.
  const lookAgain = (): void =>
    void look().catch((error: unknown) => logEvent(log, 'node.look-failed', { err: error }));
  await noteNode(database.db, node);
  await look();
  const stopListening = await database.listen(CHANNEL, lookAgain);
  const timer = setInterval(() => {
    void noteNode(database.db, node)
      .then(look)
      .catch((error: unknown) => logEvent(log, 'node.heartbeat-failed', { err: error }));
  }, SIGN_MS);
  // If the start fails after this, nothing stops the heartbeat; the timer alone must not keep the process alive.
  timer.unref();
  return {
    knows: (name) => name === node || known.has(name),
    serving: (wanted) => [wanted, node, ...known.keys()].find((name) => known.get(name) === true) ?? node,
    stop: async () => {
      clearInterval(timer);
      await stopListening();
    },
  };
}

/** Lists all nodes for the operator. */
export async function listNodes(database: Database): Promise<StoredNode[]> {
  return await readNodesAndAccounts(database.db, SILENT_SECONDS);
}

/** Drains a node or puts it back into service; returns false if no node has this name. */
export async function changeNode(
  tx: Database['db'],
  name: string,
  state: StoredNode['state'],
): Promise<boolean> {
  if (!(await setNodeState(tx, name, state))) return false;
  await writeAudit(tx, { actor: { kind: 'operator' }, action: `node.${state}`, object: `node/${name}` });
  return true;
}

/** What became of a machine that should be forgotten; `files` waited on it when it was heard of last. */
export type Removal =
  | { kind: 'removed'; files: number }
  | { kind: 'waiting'; files: number }
  | { kind: 'unknown' }
  | { kind: 'alive' };

/**
 * Forgets a machine that is gone for good. Files that waited on it for the bucket are lost: only with `filesLost`. From
 * then on nobody waits for them: old files of deleted faxes, which it might have uploaded, are removed.
 */
export async function removeNode(tx: Database['db'], name: string, filesLost: boolean): Promise<Removal> {
  const machine = await lockMachine(tx, name, SILENT_SECONDS);
  if (!machine) return { kind: 'unknown' };
  const { alive, files } = machine;
  if (alive) return { kind: 'alive' };
  if (files > 0 && !filesLost) return { kind: 'waiting', files };
  await deleteMachine(tx, name);
  await writeAudit(tx, {
    actor: { kind: 'operator' },
    action: 'node.remove',
    object: `node/${name}`,
    detail: { files },
  });
  return { kind: 'removed', files };
}

/** Gives an account to another node; its open pages go on where they are, its next login is sent there. */
export async function moveToNode(
  tx: Database['db'],
  accountId: number,
  node: string,
): Promise<'moved' | 'no-node' | 'no-account'> {
  if (!(await isNode(tx, node))) return 'no-node';
  if (!(await moveAccount(tx, accountId, node))) return 'no-account';
  await writeAudit(tx, {
    actor: { kind: 'operator' },
    accountId,
    action: 'account.move',
    object: `account/${accountId}`,
    detail: { node },
  });
  return 'moved';
}
