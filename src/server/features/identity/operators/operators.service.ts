import { OPERATOR_PASSWORD_MAX, OPERATOR_PASSWORD_MIN } from '#contract/identity/operators.admin.ts';
import type { OperatorRole } from '#contract/kit/roles.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashPassword } from '#engine/secrets/passwords.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { provePassword } from '#server/features/identity/passwords/password.service.ts';
import { clearLoginFailures, endSessions } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { OperatorCaller } from '#server/kit/scope.ts';

import {
  insertOperator,
  readOperators,
  retireOperator,
  setOperatorEmail,
  setOperatorPassword,
  setOperatorRole,
  unlinkOperator,
} from './operators.store.ts';
import type { StoredOperator } from './operators.store.ts';

export type { StoredOperator } from './operators.store.ts';

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;
/** Retry delay when the queue for password hashing is full (A-AUTH-13). */
const BUSY_SECONDS = 5;

/** The outcome of a change; `reason` is a sentence to show. */
export type OperatorChange = { kind: 'ok'; operator: StoredOperator } | { kind: 'refused'; reason: string };

/** Manages console operators. The command line creates them; they change their own password in the console. */
export interface Operators {
  list(): Promise<StoredOperator[]>;
  find(name: string): Promise<StoredOperator | undefined>;
  byId(id: number): Promise<StoredOperator | undefined>;
  /** Adds an operator. Without a password, single sign-on is the only way to log in. */
  add(
    name: string,
    password: string | null,
    more?: { role?: OperatorRole | undefined; email?: string | undefined },
  ): Promise<OperatorChange>;
  /** Sets the address that identifies the operator at single sign-on providers; unlinks existing identities. */
  setEmail(name: string, email: string | null): Promise<OperatorChange>;
  /** Changes the role; it applies from the next call on. */
  setRole(name: string, role: OperatorRole): Promise<OperatorChange>;
  /** Sets a new password, ends all sessions and clears failed logins. */
  resetPassword(name: string, password: string): Promise<OperatorChange>;
  /** Removes an operator and ends all sessions. Only the name in the audit remains. */
  remove(name: string): Promise<OperatorChange>;
  /**
   * Changes one's own password and ends other sessions. Throws PASSWORD_WRONG_CURRENT, TOO_MANY_ATTEMPTS or
   * OPERATOR_PASSWORD_SHORT.
   */
  changeOwn(caller: OperatorCaller, current: string, next: string): Promise<void>;
}

export function createOperators({ database }: { database: Database }): Operators {
  const { db } = database;
  const find = async (name: string) => (await readOperators(db, { name: name.toLowerCase() }))[0];
  return {
    list: async () => await readOperators(db),
    find,
    byId: async (id) => (await readOperators(db, { id }))[0],
    add: async (name, password, { role = 'full', email } = {}) =>
      await add(database, { name: name.toLowerCase(), password, role, email: email?.toLowerCase() ?? null }),
    setRole: async (name, role) => await setRole(database, await find(name), { name, role }),
    setEmail: async (name, email) => await setEmail(database, await find(name), { name, email }),
    resetPassword: async (name, password) => {
      const hash = await hashed(password);
      if (hash === null) return refused(TOO_SHORT);
      return await change(database, await find(name), name, async (tx, operator) => {
        await setOperatorPassword(tx, operator.id, hash);
        await clearLoginFailures(tx, `operator/${operator.name}`);
        await audit(tx, operator.id, 'operator.reset-password', operator.name);
      });
    },
    remove: async (name) =>
      await change(database, await find(name), name, async (tx, operator) => {
        await retireOperator(tx, operator.id);
        await audit(tx, operator.id, 'operator.remove', operator.name);
      }),
    changeOwn: async (caller, current, next) => {
      await provePassword(db, { kind: 'operator', id: caller.operatorId }, current, 'password');
      const hash = await hashed(next);
      if (hash === null)
        throw new AppError('OPERATOR_PASSWORD_SHORT', { fields: { next: 'OPERATOR_PASSWORD_SHORT' } });
      await database.transaction(async (tx) => {
        await setOperatorPassword(tx, caller.operatorId, hash);
        await endSessions(tx, { kind: 'operator', id: caller.operatorId }, caller.sessionIdHash);
        await audit(tx, caller.operatorId, 'operator.change-password');
      });
    },
  };
}

async function setRole(
  database: Database,
  operator: StoredOperator | undefined,
  { name, role }: { name: string; role: OperatorRole },
): Promise<OperatorChange> {
  if (!operator) return unknown(name);
  await database.transaction(async (tx) => {
    await setOperatorRole(tx, operator.id, role);
    await audit(tx, operator.id, 'operator.set-role', operator.name, { before: operator.role, role });
  });
  return { kind: 'ok', operator: { ...operator, role } };
}

async function setEmail(
  database: Database,
  operator: StoredOperator | undefined,
  { name, email }: { name: string; email: string | null },
): Promise<OperatorChange> {
  if (!operator) return unknown(name);
  const address = email?.toLowerCase() ?? null;
  const isFree = await database.transaction(async (tx) => {
    if (!(await setOperatorEmail(tx, operator.id, address))) return false;
    await unlinkOperator(tx, operator.id);
    await audit(tx, operator.id, 'operator.set-email', operator.name, { email: address });
    return true;
  });
  if (!isFree) return refused(`Another operator has the address ${email}.`);
  return { kind: 'ok', operator: { ...operator, email: address } };
}

const TOO_SHORT = `A password of an operator has ${OPERATOR_PASSWORD_MIN} to ${OPERATOR_PASSWORD_MAX} characters.`;

interface Added {
  name: string;
  password: string | null;
  role: OperatorRole;
  email: string | null;
}

async function add(database: Database, { name, password, role, email }: Added): Promise<OperatorChange> {
  if (!NAME.test(name))
    return refused(
      'An operator is named with small letters, digits, dots, hyphens and underscores, at most 32.',
    );
  const hash = password === null ? null : await hashed(password);
  if (password !== null && hash === null) return refused(TOO_SHORT);
  const outcome = await database.transaction(async (tx) => {
    const id = await insertOperator(tx, { name, role, passwordHash: hash, email });
    if (id === undefined) return undefined;
    await audit(tx, id, 'operator.add', name, { role, ...(email !== null && { email }) });
    // Read inside the transaction, because a dry run rolls the row back.
    return (await readOperators(tx, { id }))[0];
  });
  if (outcome) return { kind: 'ok', operator: outcome };
  const isNameTaken = (await readOperators(database.db, { name })).length > 0;
  return refused(
    isNameTaken ? `There is already an operator “${name}”.` : `Another operator has the address ${email}.`,
  );
}

async function change(
  database: Database,
  operator: StoredOperator | undefined,
  name: string,
  work: (tx: Db, operator: StoredOperator) => Promise<void>,
): Promise<OperatorChange> {
  if (!operator) return unknown(name);
  await database.transaction(async (tx) => {
    await work(tx, operator);
    await endSessions(tx, { kind: 'operator', id: operator.id });
  });
  return { kind: 'ok', operator };
}

/** Returns null for a password that is too short or too long. */
async function hashed(password: string): Promise<string | null> {
  if (password.length < OPERATOR_PASSWORD_MIN || password.length > OPERATOR_PASSWORD_MAX) return null;
  const outcome = await hashPassword(password);
  if (outcome.kind === 'busy') throw new AppError('UNAVAILABLE', { retryAfterSeconds: BUSY_SECONDS });
  return outcome.hash;
}

function unknown(name: string): { kind: 'refused'; reason: string } {
  return refused(`There is no operator “${name}”.`);
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}

async function audit(tx: Db, id: number, action: string, name?: string, more: object = {}): Promise<void> {
  await writeAudit(tx, {
    actor: { kind: 'operator' },
    action,
    object: `operator/${id}`,
    ...(name !== undefined && { detail: { name, ...more } }),
  });
}
