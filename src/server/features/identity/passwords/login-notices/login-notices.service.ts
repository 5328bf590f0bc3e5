import { browserName } from '#contract/kit/browser-name.ts';
import { intlLocale } from '#contract/kit/language.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { providerNetworkOf } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';
import { auditOfOwner, customerLoginOf } from '#server/kit/owner.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';
import type { AnyCaller } from '#server/kit/scope.ts';

import { findSubject } from '../password.store.ts';
import { aboutOwner } from '../tell-owner.ts';
import { noteLoginPlace, readLoginNotices, writeLoginNotices, zoneOf } from './login-notices.store.ts';

/** Records a login in the transaction that opens its session, and emails its owner if the browser or network is new. */
export type TellOfLogin = (
  tx: Db,
  owner: CustomerLogin,
  from: Pick<LoginFrom, 'address' | 'userAgent'>,
) => Promise<void>;

/** Creates the callback. `zone` is the server's time zone, for owners who have not chosen one. */
export function createTellOfLogin({ queueMail, zone }: { queueMail: QueueMail; zone: string }): TellOfLogin {
  return async (tx, owner, { address, userAgent }) => {
    const { browser, system } = browserName(userAgent);
    const device = [browser, system && `(${system})`].filter(Boolean).join(' ');
    const isNew = await noteLoginPlace(tx, owner, { browser: device, network: providerNetworkOf(address) });
    if (!isNew || !(await readLoginNotices(tx, owner))) return;
    const subject = await findSubject(tx, owner);
    if (!subject) return;
    const timeZone = (await zoneOf(tx, owner)) ?? zone;
    const time = new Intl.DateTimeFormat(intlLocale(subject.language), {
      timeZone,
      dateStyle: 'long',
      timeStyle: 'short',
    });
    await queueMail(
      tx,
      aboutOwner(subject, 'new-login', {
        browser: device || { say: 'security.sessions.unknown' },
        address,
        at: time.format(new Date()),
      }),
    );
  };
}

/** The setting for emails about new logins, of the account, administrator or person who is logged in (spec http-api 12.6). */
export class LoginNotices {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  async read(caller: AnyCaller): Promise<{ on: boolean; email: string }> {
    const owner = customerLoginOf(caller);
    const { db } = this.#database;
    const [on, subject] = [await readLoginNotices(db, owner), await findSubject(db, owner)];
    if (on === undefined || !subject) throw new AppError('NOT_FOUND');
    return { on, email: subject.email };
  }

  async change(caller: AnyCaller, on: boolean): Promise<{ on: boolean; email: string }> {
    const owner = customerLoginOf(caller);
    await this.#database.transaction(async (tx) => {
      if (!(await writeLoginNotices(tx, owner, on))) return;
      await writeAudit(tx, {
        ...auditOfOwner(owner),
        action: 'login-notices.change',
        detail: { on },
        address: caller.address,
      });
    });
    return await this.read(caller);
  }
}
