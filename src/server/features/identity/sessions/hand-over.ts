import type { Database } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';

import type { LoginFrom } from '#server/kit/login-from.ts';
import { requireProved } from './login-notes.store.ts';
import { auditOf } from './session-audit.ts';
import type { SessionService } from './session.service.ts';
import type { OpenedSession } from './session-types.ts';
import type { CustomerSubject, LoginSubject } from './session.store.ts';
import { insertTicket, readLoginName, readTicket, useTicket } from './ticket.store.ts';
import type { TicketPurpose, TicketSubject } from './ticket.store.ts';

/** A browser that another site sends here: its ticket, and the session that it already has. */
export interface Arrival {
  ticket: string;
  /** The token of this browser's current session. */
  standing: string | undefined;
  from: LoginFrom;
}

/** The outcome of a ticket: nothing, a session, or a question to the user, with the ticket that answers it. */
export type ArrivalOutcome =
  | { kind: 'used' }
  | { kind: 'opened'; session: OpenedSession; as: 'user' | 'multifax' }
  | { kind: 'ask'; ticket: string };

/**
 * Handles logins handed over by another site: with a portal's ticket, or from another brand's login page. They may be
 * an attempt to make somebody work in an account that is not theirs (login CSRF), so an open session is never replaced
 * before the user agrees (A-XDOM-03, A-XDOM-08).
 */
export class HandOver {
  readonly #database: Database;
  readonly #sessions: SessionService;

  constructor(database: Database, sessions: SessionService) {
    this.#database = database;
    this.#sessions = sessions;
  }

  /** Returns a ticket for somebody whose password was correct on another brand's page. */
  async ticketFor(subject: LoginSubject, address: string): Promise<string> {
    return await this.#mint(subject, 'sso', address);
  }

  /**
   * Uses up a ticket. `seen`: whether the browser reported that a user opened the URL. Otherwise a page could have
   * caused the request with an image, so the user is asked first.
   */
  async arrive(arrival: Arrival, seen: boolean): Promise<ArrivalOutcome> {
    const { ticket, standing, from } = arrival;
    const next = await this.#subjectOf(ticket, 'sso', from.brandId);
    if (!next) return { kind: 'used' };
    if (!(await useTicket(this.#database.db, hashToken(ticket), 'sso'))) return { kind: 'used' };
    return await this.welcome(next, { standing, from }, seen);
  }

  /** Logs in a verified subject, unless this browser is logged in as somebody else; `seen` as in `arrive`. */
  async welcome(
    next: CustomerSubject,
    { standing, from }: Omit<Arrival, 'ticket'>,
    seen = true,
  ): Promise<Exclude<ArrivalOutcome, { kind: 'used' }>> {
    const current = await this.#standing(standing, from.brandId);
    const isOther = current !== undefined && !isSame(ownerOf(current), ownerOf(next));
    if (isOther || !seen) return { kind: 'ask', ticket: await this.#mint(next, 'handover', from.address) };
    return { kind: 'opened', session: await this.#sessions.open(next, from, standing), as: next.kind };
  }

  /** Returns what the user is asked: who is logged in now (null for nobody), and who would be. Throws TOKEN_INVALID. */
  async question({ ticket, standing, from }: Arrival): Promise<{ current: string | null; next: string }> {
    const { db } = this.#database;
    const next = await this.#subjectOf(ticket, 'handover', from.brandId);
    const name = next && (await readLoginName(db, ownerOf(next)));
    if (name === undefined) throw new AppError('TOKEN_INVALID');
    const current = await this.#standing(standing, from.brandId);
    return { current: (current && (await readLoginName(db, ownerOf(current)))) ?? null, next: name };
  }

  /** Opens the new session after the user agreed, and ends the previous one. Throws TOKEN_INVALID. */
  async agree({ ticket, standing, from }: Arrival): Promise<OpenedSession & { kind: 'user' | 'multifax' }> {
    const next = await this.#subjectOf(ticket, 'handover', from.brandId);
    if (!next || !(await useTicket(this.#database.db, hashToken(ticket), 'handover')))
      throw new AppError('TOKEN_INVALID');
    return { ...(await this.#sessions.open(next, from, standing)), kind: next.kind };
  }

  /** Whether the browser has a session in this brand. */
  async standsFor(token: string | undefined, brandId: number): Promise<boolean> {
    return (await this.#standing(token, brandId)) !== undefined;
  }

  async #subjectOf(
    ticket: string,
    purpose: TicketPurpose,
    brandId: number,
  ): Promise<CustomerSubject | undefined> {
    if (ticket === '') return undefined;
    const owner = await readTicket(this.#database.db, hashToken(ticket), purpose);
    const subject = owner && (await this.#sessions.subjectOf(owner));
    return subject?.brandId === brandId ? { ...subject, signOn: owner?.signOn } : undefined;
  }

  async #standing(token: string | undefined, brandId: number): Promise<Named | undefined> {
    const session = token ? await this.#sessions.find(token, false) : undefined;
    if (session?.brandId !== brandId || (session.kind !== 'user' && session.kind !== 'multifax'))
      return undefined;
    return { kind: session.kind, id: session.subjectId, personId: session.person?.id };
  }

  async #mint(subject: Named, purpose: TicketPurpose, address: string): Promise<string> {
    const ticket = newToken();
    await this.#database.transaction(async (tx) => {
      await insertTicket(tx, hashToken(ticket), ownerOf(subject), purpose);
      await writeAudit(tx, { ...auditOf(subject), action: 'session.hand-over', address });
    });
    await requireProved(this.#database.db, subject);
    return ticket;
  }
}

/** The parts of a login subject that a ticket needs. */
type Named = Pick<LoginSubject, 'kind' | 'id' | 'personId' | 'signOn' | 'provedHash'>;

function isSame(a: TicketSubject, b: TicketSubject): boolean {
  return a.kind === b.kind && a.id === b.id;
}

function ownerOf({ kind, id, personId, signOn }: Named): TicketSubject {
  if (personId !== undefined) return { kind: 'person', id: personId, signOn };
  return { kind: kind === 'multifax' ? 'parent' : 'account', id };
}
