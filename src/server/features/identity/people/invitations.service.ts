import type { Role } from '#contract/kit/roles.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import {
  faultInBrand,
  hashOf,
  refusedPassword,
} from '#server/features/identity/passwords/password.service.ts';
import type { TellOfChange } from '#server/features/identity/passwords/password.service.ts';
import {
  countAttempt,
  forgiveAttempt,
  tooManyAttempts,
} from '#server/features/identity/sessions/session.service.ts';
import { addressBlock } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

import {
  findInvitation,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  listInvitationsOf,
  useInvitation,
} from './invitations.store.ts';
import type { OpenInvitation } from './invitations.store.ts';

/** Guesses at links from one address, counted with those at links to new passwords (A-RESET-05). */
const LINK_GUESSES = { most: 10, seconds: 15 * 60 };

/** Where the link of an invitation is followed: its brand's own hosts are the only ones that know it. */
interface LinkFrom {
  address: string;
  brandId: number;
}

/** An address of a brand, in lower case, that is proved to be somebody's. */
interface ProvedAddress {
  brandId: number;
  email: string;
}

interface Joining {
  personId: number;
  accountId: AccountId;
  role: Role;
  email: string;
  address: string;
}

/** Who has joined which account, and whether their login was made with this. */
export interface Joined {
  personId: number;
  accountId: number;
  isNew: boolean;
}

/** Answers to invitations. Whoever has the key of the mail has proved the address that it went to (spec http-api 12.39). */
export class InvitationsService {
  readonly #database: Database;
  readonly #tell: TellOfChange;

  constructor({ database, tell }: { database: Database; tell: TellOfChange }) {
    this.#database = database;
    this.#tell = tell;
  }

  /** The invitation of a link. Throws TOKEN_INVALID, TOKEN_EXPIRED, TOO_MANY_ATTEMPTS. */
  async read(token: string, { address, brandId }: LinkFrom): Promise<OpenInvitation> {
    const { db } = this.#database;
    const key = `link:${addressBlock(address)}`;
    const { count, secondsLeft } = await countAttempt(db, key, LINK_GUESSES.seconds);
    if (count > LINK_GUESSES.most) throw tooManyAttempts(secondsLeft);
    const invitation = await findInvitation(db, hashToken(token), brandId);
    if (!invitation) throw new AppError('TOKEN_INVALID');
    await forgiveAttempt(db, key);
    if (invitation.expired) throw new AppError('TOKEN_EXPIRED');
    return invitation;
  }

  /**
   * Lets the invited person work on the account. Somebody who has a login in this brand keeps it, whatever was typed;
   * somebody new gets one. The owner is told by mail. Throws what `read` throws, VALIDATION, PASSWORD_RULES.
   */
  async accept(token: string, typed: { name: string; password: string }, from: LinkFrom): Promise<Joined> {
    const invitation = await this.read(token, from);
    const { accountId, brandId, email, role } = invitation;
    const login = invitation.personId === null ? await this.#newLogin(invitation, typed) : undefined;
    return await this.#database.transaction(async (tx) => {
      // Of two who follow the same link at once, one joins.
      if (!(await useInvitation(tx, invitation.id))) throw new AppError('TOKEN_INVALID');
      const added = login && (await insertPerson(tx, { brandId, email, ...login }));
      // The address got its login by another invitation meanwhile: the same person follows the link once more.
      const personId = login ? added : (invitation.personId ?? undefined);
      if (personId === undefined) throw new AppError('TOKEN_INVALID');
      await this.#join(tx, { personId, accountId, role, email, address: from.address });
      return { personId, accountId, isNew: login !== undefined };
    });
  }

  /** The person whose address this is; undefined when the brand has none. */
  async personOf({ brandId, email }: ProvedAddress): Promise<number | undefined> {
    return await findPersonByEmail(this.#database.db, brandId, email);
  }

  /**
   * Lets somebody whose address a provider of single sign-on has proved work on all accounts that invited it; somebody new
   * gets a login without a password. Undefined when nobody invited the address.
   */
  async acceptAll(
    tx: Db,
    who: ProvedAddress & { name: string },
    address: string,
  ): Promise<number | undefined> {
    const { brandId, email, name } = who;
    const invitations = await listInvitationsOf(tx, brandId, email);
    const used = [];
    for (const invitation of invitations) if (await useInvitation(tx, invitation.id)) used.push(invitation);
    if (used.length === 0) return undefined;
    const personId =
      (await insertPerson(tx, { brandId, email, name, passwordHash: null })) ??
      (await findPersonByEmail(tx, brandId, email));
    if (personId === undefined) return undefined;
    for (const { accountId, role } of used)
      await this.#join(tx, { personId, accountId, role, email, address });
    return personId;
  }

  /** Makes somebody a member; the owner is told by mail. */
  async #join(tx: Db, { personId, accountId, role, email, address }: Joining): Promise<void> {
    await insertMembership(tx, { personId, accountId, role });
    await this.#tell(tx, { kind: 'account', id: accountId }, 'personJoined');
    await writeAudit(tx, {
      actor: { kind: 'person', id: personId },
      accountId,
      action: 'person.join',
      object: `account/${accountId}`,
      detail: { email, role },
      address,
    });
  }

  /** Says no to an invitation. Throws what `read` throws. */
  async decline(token: string, from: LinkFrom): Promise<void> {
    const { id, accountId, email } = await this.read(token, from);
    await this.#database.transaction(async (tx) => {
      if (!(await useInvitation(tx, id))) return;
      await writeAudit(tx, {
        actor: { kind: 'guest' },
        accountId,
        action: 'invitation.decline',
        object: `account/${accountId}`,
        detail: { email },
        address: from.address,
      });
    });
  }

  async #newLogin(
    { brandId, email }: OpenInvitation,
    { name, password }: { name: string; password: string },
  ): Promise<{ name: string; passwordHash: string }> {
    if (name === '') throw new AppError('VALIDATION', { fields: { name: 'REQUIRED' } });
    const fault = await faultInBrand(
      this.#database.db,
      { brandId, names: [email, email.split('@', 1)[0] ?? '', name] },
      password,
    );
    if (fault) throw refusedPassword(fault, 'password');
    return { name, passwordHash: await hashOf(password) };
  }
}
