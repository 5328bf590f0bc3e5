import type { Logger } from 'pino';

import type { ReplyOf } from '#contract/kit/call.ts';
import type { passwordRules } from '#contract/identity/passwords.ts';
import type { Database } from '#engine/database/port.ts';
import type { JobQueue } from '#engine/jobs/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { RenewedSession, SessionService } from '#server/features/identity/sessions/session.service.ts';
import type { WayIn } from '#server/features/identity/sessions/other-logins/ways-in.service.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { AnyCaller } from '#server/kit/scope.ts';

import { brandRules } from '#server/features/brands/brands/password-rules.service.ts';
import type { BrandFeature } from '#server/features/brands/brands/password-rules.service.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { changePassword } from './change-password.ts';
import type { PasswordForm } from './change-password.ts';
import { answerForgotten, noteForgotten } from './forgot-password.ts';
import type { ForgottenWho } from './forgot-password.ts';
import { deleteOldTokens } from './link-token.store.ts';
import type { PasswordWork } from './password.jobs.ts';
import { findBrandOfHost, findRules } from './password.store.ts';
import { resetPassword, waysInOfLink } from './reset-password.ts';
import type { FollowedLink, LinkFrom, ResetInput } from './reset-password.ts';
import { verifyAccount } from './verify-account.ts';
import type { Verification } from './verify-account.ts';

export { faultForAccount, faultInBrand, hashOf, oddRules, refusedPassword } from './new-password.ts';
export type { PasswordOwner } from './new-password.ts';
export { provePassword } from './prove-password.ts';
export { createTellOfChange } from './tell-owner.ts';
export type { TellOfChange } from './tell-owner.ts';
export { sendVerification } from './verify-account.ts';

/** How long links are kept after they expire, for customer inquiries; mails are kept for a month too. */
const KEEP_DAYS = 30;

/** Rows per statement, so that locks stay short. */
const BATCH = 1_000;

/** Dependencies of the feature. */
export interface PasswordDeps {
  database: Database;
  queue: Pick<JobQueue, 'enqueue'>;
  queueMail: QueueMail;
  sessions: Pick<SessionService, 'renew'>;
  messages: Messages;
  log: Logger;
}

/** Password rules, forgotten and changed passwords, and verification (spec http-api 1.4, 1.12 to 1.14, 6.3). */
export interface Passwords {
  /** Returns the rules of a host's brand, with comments in a language. */
  rulesOf(host: string, language: string): Promise<ReplyOf<typeof passwordRules>>;
  forgot(who: ForgottenWho): Promise<void>;
  reset(link: FollowedLink, input: ResetInput, from: LinkFrom): Promise<void>;
  /** Returns what else opens the account of a link; empty for a link that does not work. */
  waysInOf(link: FollowedLink, from: LinkFrom): Promise<WayIn[]>;
  verify(link: { id: string; key: string }, from: LinkFrom): Promise<Verification>;
  change(caller: AnyCaller, form: PasswordForm): Promise<RenewedSession>;
}

export function createPasswords(deps: PasswordDeps): Passwords {
  const { database } = deps;
  return {
    rulesOf: async (host, language) => await rulesOf(deps, host, language),
    forgot: async (who) => await noteForgotten(deps, who),
    reset: async (link, input, from) => await resetPassword(deps, link, input, from),
    waysInOf: async (link, from) => await waysInOfLink(database.db, link, from),
    verify: async (link, from) => await verifyAccount(database, link, from),
    change: async (caller, form) => await changePassword(deps, caller, form),
  };
}

/** Creates the work of the feature's background jobs. */
export function createPasswordWork(
  deps: Pick<PasswordDeps, 'database' | 'queue' | 'queueMail'>,
): PasswordWork {
  return {
    answerForgotten: async (who) => await answerForgotten(deps, who),
    forgetOldTokens: async (signal) => {
      do signal.throwIfAborted();
      while ((await deleteOldTokens(deps.database.db, KEEP_DAYS, BATCH)) === BATCH);
    },
  };
}

async function rulesOf(
  { database, messages, log }: PasswordDeps,
  host: string,
  language: string,
): Promise<ReplyOf<typeof passwordRules>> {
  const brandId = await findBrandOfHost(database.db, host.toLowerCase());
  const rules = brandRules(
    brandId === undefined
      ? { brandId: 1, min: 8, max: 32, features: null, names: [] }
      : await findRules(database.db, brandId),
  );
  if (rules.ignored.length > 0)
    logEvent(log, 'password-rules.ignored', { brand: rules.brandId, ignored: rules.ignored });
  const wordsOf = ({ words }: BrandFeature) =>
    'name' in words ? messages.say(language, `reset.rules.${words.name}`) : words.comment;
  return {
    PasswordMin: rules.min,
    PasswordMax: rules.max,
    Features: rules.features.map((feature) => ({
      ID: feature.id,
      HostopianID: String(rules.brandId),
      Required: feature.required ? '1' : '0',
      Feature: feature.written,
      Comment: wordsOf(feature),
    })),
  };
}
