import { z } from 'zod';

import { USERNAME_MAX } from '#contract/identity/multifax-login.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { hashNewPassword } from '#server/features/customers/accounts/accounts.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { removeWaysIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import { provenAdministrator } from '#server/kit/scope.ts';
import { wakeWorkers } from '#server/features/faxes/queue/outbox.service.ts';
import { endSessions, insertTicket } from '#server/features/identity/sessions/session.service.ts';

import {
  brandExists,
  insertAdministrator,
  lockServices,
  readAdministrators,
  setServices,
  updateAdministrator,
} from './administrators.store.ts';
import type { AdministratorColumns, StoredAdministrator } from './administrators.store.ts';

export { insertAdministrator } from './administrators.store.ts';
export type { StoredAdministrator } from './administrators.store.ts';

/** Maximum services and pages; more are a typo. */
const MAX_SERVICES = 100_000;
const MAX_PAGES = 100_000_000;

/** The fields of a new administrator. */
export interface AdministratorInput {
  brandId: number;
  username: string;
  email: string;
  password: string;
  /** How many fax accounts may be added. */
  services: number;
  /** Pages per month, over all accounts. */
  pages: number;
}

/** The fields of an administrator that the operator may change. */
export interface AdministratorOptions {
  email?: string;
  services?: number;
  pages?: number;
  state?: 'active' | 'disabled';
  password?: string;
}

/** The result of an operator's change; `reason` is a sentence to show. */
export type AdministratorChange =
  | { kind: 'ok'; parent: StoredAdministrator }
  | { kind: 'refused'; reason: string };

/** The operator's verbs for multifax administrators; every change writes an audit row. */
export interface Administrators {
  list(brandId?: number): Promise<StoredAdministrator[]>;
  find(id: number): Promise<StoredAdministrator | undefined>;
  add(input: AdministratorInput): Promise<AdministratorChange>;
  /** Setting a new password, or disabling the administrator, ends all sessions. */
  set(id: number, input: AdministratorOptions): Promise<AdministratorChange>;
  /** Returns a ticket that opens one session within a minute (spec http-api 1.9). */
  ticket(subject: { kind: 'account' | 'parent'; id: number }): Promise<string>;
}

const rules = z.object({
  username: z
    .string()
    .trim()
    .min(1, 'A user name has at least one character.')
    .max(USERNAME_MAX, `A user name has at most ${USERNAME_MAX} characters.`)
    .regex(/^[\p{L}\p{N}._@+-]+$/u, 'A user name has letters, digits and . _ @ + - only.')
    .optional(),
  email: z.email('The e-mail address is not valid.').max(128, 'The e-mail address is too long.').optional(),
  services: z.number().int().min(0).max(MAX_SERVICES, `At most ${MAX_SERVICES} services.`).optional(),
  pages: z.number().int().min(0).max(MAX_PAGES, `At most ${MAX_PAGES} pages.`).optional(),
});

export function createAdministrators({
  database,
  node,
}: {
  database: Database;
  node: string;
}): Administrators {
  return {
    list: async (brandId) => await readAdministrators(database.db, { brandId: brandId ?? null }),
    find: async (id) => (await readAdministrators(database.db, { id }))[0],
    add: async (input) => await add(database, node, input),
    set: async (id, input) => await change(database, id, input),
    ticket: async (subject) => await makeTicket(database, subject),
  };
}

async function add(
  database: Database,
  node: string,
  input: AdministratorInput,
): Promise<AdministratorChange> {
  const parsed = rules.safeParse(input);
  if (!parsed.success) return refused(parsed.error.issues[0]?.message ?? 'This is not valid.');
  if (!(await brandExists(database.db, input.brandId))) return refused(`There is no brand ${input.brandId}.`);
  const password = await hashNewPassword(
    database.db,
    { brandId: input.brandId, names: [input.username] },
    input.password,
  );
  if (password.kind === 'refused') return password;
  const username = input.username.trim();
  const id = await database.transaction(async (tx) => {
    const added = await insertAdministrator(tx, { ...input, username, passwordHash: password.hash, node });
    if (added !== undefined) await audit(tx, added, 'parent.add', { username });
    return added;
  });
  if (id === undefined) return refused(`The brand has an administrator “${username}” already.`);
  return await found(database.db, id);
}

async function change(
  database: Database,
  id: number,
  input: AdministratorOptions,
): Promise<AdministratorChange> {
  const parsed = rules.safeParse(input);
  if (!parsed.success) return refused(parsed.error.issues[0]?.message ?? 'This is not valid.');
  const before = await found(database.db, id);
  if (before.kind === 'refused') return before;
  const { email, pages, services, state, password } = input;
  const hashed =
    password === undefined
      ? null
      : await hashNewPassword(
          database.db,
          { brandId: before.parent.brandId, names: [before.parent.username] },
          password,
        );
  if (hashed?.kind === 'refused') return hashed;
  const columns: AdministratorColumns = {
    ...(email !== undefined && { email }),
    ...(pages !== undefined && { total_pages: pages }),
    ...(state !== undefined && { state }),
    ...(hashed && { password_hash: hashed.hash }),
  };
  const reason = await database.transaction(async (tx) => {
    const slots = await lockServices(tx, id);
    if (slots && services !== undefined) {
      if (services < slots.used)
        return `The administrator ${id} uses ${slots.used} services: remove accounts first.`;
      await setServices(tx, id, services);
    }
    await updateAdministrator(tx, id, columns);
    if (hashed || state === 'disabled') await endSessions(tx, { kind: 'parent', id });
    if (hashed)
      await removeWaysIn(tx, { kind: 'parent', id: provenAdministrator(id) }, 'older', {
        actor: { kind: 'operator' },
      });
    // Faxes held in the accounts meanwhile continue.
    if (state === 'active') await wakeWorkers(tx);
    await audit(tx, id, 'parent.set', { ...input, ...(password !== undefined && { password: true }) });
    return null;
  });
  return reason === null ? await found(database.db, id) : refused(reason);
}

async function makeTicket(
  database: Database,
  subject: { kind: 'account' | 'parent'; id: number },
): Promise<string> {
  const ticket = newToken();
  await database.transaction(async (tx) => {
    await insertTicket(tx, hashToken(ticket), subject);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      ...(subject.kind === 'account' ? { accountId: subject.id } : {}),
      action: 'session.ticket',
      object: `${subject.kind}/${subject.id}`,
    });
  });
  return ticket;
}

async function found(db: Db, id: number): Promise<AdministratorChange> {
  const [parent] = await readAdministrators(db, { id });
  return parent ? { kind: 'ok', parent } : refused(`There is no administrator ${id}.`);
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}

async function audit(tx: Db, id: number, action: string, detail: object): Promise<void> {
  await writeAudit(tx, { actor: { kind: 'operator' }, action, object: `parent/${id}`, detail });
}
