import type { AnyRole } from '#contract/kit/roles.ts';
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
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { addressBlock } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';
import { auditOfOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import {
  findInvitation,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  listInvitationsOf,
  useInvitation,
} from './invitations.store.ts';
import type { OpenInvitation } from './invitations.store.ts';

/** Guesses at links from one address, counted together with guesses at password reset links (A-RESET-05). */
const LINK_GUESSES = { most: 10, seconds: 15 * 60 };

type Sessions = Pick<SessionService, 'requiredProvider'>;

/** Where an invitation link is followed. A link works only on the hosts of its own brand. */
interface LinkFrom {
  address: string;
  brandId: number;
}

/** A verified address in a brand, in lower case. */
interface ProvedAddress {
  brandId: number;
  email: string;
}

interface Joining {
  personId: number;
  place: Owner;
  role: AnyRole;
  email: string;
  address: string;
}

/** The person and the place joined. `isNew`: whether the invitation created the login. */
export interface Joined {
  personId: number;
  place: Owner;
  isNew: boolean;
}

/** Handles answers to invitations. The key from the mail verifies the address that it went to (spec http-api 12.39). */
export class InvitationsService {
  readonly #database: Database;
  readonly #tell: TellOfChange;
  readonly #sessions: Sessions;

  constructor({ database, tell, sessions }: { database: Database; tell: TellOfChange; sessions: Sessions }) {
    this.#database = database;
    this.#tell = tell;
    this.#sessions = sessions;
  }

  /** Returns the invitation of a link. Throws TOKEN_INVALID, TOKEN_EXPIRED, TOO_MANY_ATTEMPTS. */
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

  /** Returns the name of the provider where the invited person must log in; undefined if a password is enough. */
  async providerOf(
    invitation: Pick<OpenInvitation, 'email' | 'brandId' | 'place'>,
  ): Promise<string | undefined> {
    return await this.#sessions.requiredProvider(invitation);
  }

  /**
   * Lets the invited person work at the place, and mails its owner. A person with a login in this brand keeps it,
   * whatever was typed; anybody else gets a new login. Throws what `read` throws, VALIDATION, PASSWORD_RULES, and
   * SIGN_ON_REQUIRED if a new person has to log in at a provider.
   */
  async accept(token: string, typed: { name: string; password: string }, from: LinkFrom): Promise<Joined> {
    const invitation = await this.read(token, from);
    const { place, brandId, email, role } = invitation;
    const provider = invitation.personId === null ? await this.providerOf(invitation) : undefined;
    if (provider !== undefined) throw new AppError('SIGN_ON_REQUIRED', { params: { provider } });
    const login = invitation.personId === null ? await this.#newLogin(invitation, typed) : undefined;
    return await this.#database.transaction(async (tx) => {
      // If the same link is followed twice at once, only one request joins.
      if (!(await useInvitation(tx, invitation.id))) throw new AppError('TOKEN_INVALID');
      const added = login && (await insertPerson(tx, { brandId, email, ...login }));
      // If the address got a login through another invitation in the meantime, the person has to follow the link again.
      const personId = login ? added : (invitation.personId ?? undefined);
      if (personId === undefined) throw new AppError('TOKEN_INVALID');
      await this.#join(tx, { personId, place, role, email, address: from.address });
      return { personId, place, isNew: login !== undefined };
    });
  }

  /** Returns the person with this address; undefined if the brand has none. */
  async personOf({ brandId, email }: ProvedAddress): Promise<number | undefined> {
    return await findPersonByEmail(this.#database.db, brandId, email);
  }

  /**
   * Accepts all invitations of an address that a single sign-on provider has verified. An administrator's provider
   * (`parentId`) accepts only invitations to that administrator and its accounts. A new person gets a login without a
   * password. Returns undefined if nobody invited the address.
   */
  async acceptAll(
    tx: Db,
    who: ProvedAddress & { name: string; parentId: number | null },
    address: string,
  ): Promise<number | undefined> {
    const { email } = who;
    const invitations = await listInvitationsOf(tx, who);
    const used = [];
    for (const invitation of invitations) if (await useInvitation(tx, invitation.id)) used.push(invitation);
    if (used.length === 0) return undefined;
    const personId = await this.addPerson(tx, who);
    if (personId === undefined) return undefined;
    for (const { place, role } of used) await this.#join(tx, { personId, place, role, email, address });
    return personId;
  }

  /** Creates a login without a password for a verified address, or returns its existing one. */
  async addPerson(
    tx: Db,
    { brandId, email, name }: ProvedAddress & { name: string },
  ): Promise<number | undefined> {
    return (
      (await insertPerson(tx, { brandId, email, name, passwordHash: null })) ??
      (await findPersonByEmail(tx, brandId, email))
    );
  }

  /** Adds a membership and mails the owner of the place. */
  async #join(tx: Db, { personId, place, role, email, address }: Joining): Promise<void> {
    await insertMembership(tx, { personId, place, role });
    await this.#tell(tx, place, 'personJoined');
    await writeAudit(tx, {
      ...auditOfOwner(place),
      actor: { kind: 'person', id: personId },
      action: 'person.join',
      detail: { email, role },
      address,
    });
  }

  /** Declines an invitation. Throws what `read` throws. */
  async decline(token: string, from: LinkFrom): Promise<void> {
    const { id, place, email } = await this.read(token, from);
    await this.#database.transaction(async (tx) => {
      if (!(await useInvitation(tx, id))) return;
      await writeAudit(tx, {
        ...auditOfOwner(place),
        actor: { kind: 'guest' },
        action: 'invitation.decline',
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
