import type { Database, Db } from '#engine/database/port.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { provePassword } from '#server/features/identity/passwords/password.service.ts';
import type { TellOfChange } from '#server/features/identity/passwords/password.service.ts';
import {
  countAttempt,
  endSessions,
  forgiveAttempt,
  loginBudget,
  spendOrRefuse,
  tooManyAttempts,
} from '#server/features/identity/sessions/session.service.ts';
import type { SignOn } from '#server/kit/sign-on.ts';
import { AppError } from '#server/kit/app-error.ts';
import { auditOfOwner, loginOwnerOf, provenOwner } from '#server/kit/owner.ts';
import type { LoginOwner } from '#server/kit/owner.ts';
import type { AnyCaller, OperatorCaller } from '#server/kit/scope.ts';

import { appUri, hashRecoveryCode, newRecoveryCodes, newSecret, timeStepOf } from './codes.ts';
import { countGuess, endLoginStep, insertLoginStep } from './login-step.store.ts';
import {
  confirmStep,
  deleteStep,
  findLabel,
  findStep,
  replaceCodes,
  storeSecret,
  useRecoveryCode,
  useTimeStep,
} from './second-step.store.ts';
import type { StoredStep } from './second-step.store.ts';

/** Time from the password to the code: enough to get the phone. */
const LOGIN_STEP_SECONDS = 5 * 60;
/** Guesses per password entry; after that, the password has to be entered again. */
const GUESSES_PER_LOGIN = 5;
/**
 * Guesses at one owner's codes from all addresses, after the correct password. 3 of 1,000,000 codes are valid at a
 * time.
 */
const WRONG_CODES = { most: 10, seconds: 60 * 60 };

/** Dependencies of the service. */
export interface SecondStepDeps {
  database: Database;
  /** keys.for('second-step') */
  key: Buffer;
  tell: TellOfChange;
  /** Allowed failures per login (F2E_LOGIN_FAILURES); wrong codes count together with wrong passwords. */
  failures: { most: number };
}

/** A caller who can turn on two-step login for their own login. */
type LoginCaller = AnyCaller | OperatorCaller;

/** A login that waits for its second step: the token for the browser, and its lifetime. */
export interface LoginStep {
  token: string;
  seconds: number;
}

/** Two-step login with an authenticator app, off until its owner turns it on (spec http-api 12.8). */
export class SecondStepService {
  readonly #deps: SecondStepDeps;

  constructor(deps: SecondStepDeps) {
    this.#deps = deps;
  }

  /** Returns the state of two-step login; undefined if it is off. */
  async stateOf(caller: LoginCaller): Promise<{ since: Date; recoveryLeft: number } | undefined> {
    const step = await findStep(this.#deps.database.db, loginOwnerOf(caller));
    return step?.confirmedAt ? { since: step.confirmedAt, recoveryLeft: step.recoveryLeft } : undefined;
  }

  /** Creates a secret that waits for its first code. Throws SECOND_STEP_ON, or what provePassword throws. */
  async begin(caller: LoginCaller, password: string): Promise<{ secret: string; uri: string }> {
    const { database, key } = this.#deps;
    const owner = loginOwnerOf(caller);
    await provePassword(database.db, owner, password, 'password');
    const secret = newSecret();
    const stored = await storeSecret(database.db, owner, seal(key, secret, placeOf(owner)));
    if (!stored) throw new AppError('SECOND_STEP_ON');
    const { brand, name } = await this.labelOf(caller);
    return { secret, uri: appUri(secret, brand, name) };
  }

  /** Returns the label of this login in an app or on a device. */
  async labelOf(caller: LoginCaller): Promise<{ brand: string; name: string }> {
    return await findLabel(this.#deps.database.db, loginOwnerOf(caller));
  }

  /**
   * Turns it on with a code of the app and returns the recovery codes, only here. Ends other sessions, which had one
   * step.
   */
  async confirm(caller: LoginCaller, code: string): Promise<string[]> {
    const { database, tell } = this.#deps;
    const owner = loginOwnerOf(caller);
    const step = await findStep(database.db, owner);
    if (!step) throw new AppError('SECOND_STEP_OFF');
    if (step.confirmedAt) throw new AppError('SECOND_STEP_ON');
    if (!(await this.#isAppCode(database.db, owner, step, code))) throw wrongCode();
    return await database.transaction(async (tx) => {
      if (!(await confirmStep(tx, step.id))) throw new AppError('SECOND_STEP_ON');
      await endSessions(tx, owner, caller.sessionIdHash);
      await tell(tx, owner, 'stepOn');
      return await freshCodes(tx, step.id, caller, 'second-step.on');
    });
  }

  /** Turns it off. Throws SECOND_STEP_OFF, or what provePassword throws. */
  async end(caller: LoginCaller, password: string): Promise<void> {
    const { database, tell } = this.#deps;
    const owner = loginOwnerOf(caller);
    await provePassword(database.db, owner, password, 'password');
    await database.transaction(async (tx) => {
      if (!(await deleteStep(tx, owner))) throw new AppError('SECOND_STEP_OFF');
      await tell(tx, owner, 'stepOff');
      await writeAudit(tx, { ...auditOfOwner(owner), action: 'second-step.off', address: caller.address });
    });
  }

  /** Replaces the recovery codes. Throws SECOND_STEP_OFF, or what provePassword throws. */
  async renewCodes(caller: LoginCaller, password: string): Promise<string[]> {
    const { database, tell } = this.#deps;
    const owner = loginOwnerOf(caller);
    await provePassword(database.db, owner, password, 'password');
    const step = await findStep(database.db, owner);
    if (!step?.confirmedAt) throw new AppError('SECOND_STEP_OFF');
    return await database.transaction(async (tx) => {
      await tell(tx, owner, 'codesRenewed');
      return await freshCodes(tx, step.id, caller, 'second-step.codes');
    });
  }

  /** Returns the login that waits for its code after a password or single sign-on; null if two-step login is off. */
  async beginLogin(who: {
    kind: LoginOwner['kind'];
    id: number;
    signOn?: SignOn | undefined;
  }): Promise<LoginStep | null> {
    const { db } = this.#deps.database;
    const { kind, id, signOn } = who;
    const owner = kind === 'operator' || kind === 'person' ? { kind, id } : provenOwner({ kind, id });
    const step = await findStep(db, owner);
    if (!step?.confirmedAt) return null;
    const token = newToken();
    await insertLoginStep(db, hashToken(token), { owner, signOn }, LOGIN_STEP_SECONDS);
    return { token, seconds: LOGIN_STEP_SECONDS };
  }

  /**
   * Checks the code of a waiting login and returns its owner. Throws SECOND_STEP_CODE for a wrong or used code,
   * SECOND_STEP_OVER if the password has to be entered again, TOO_MANY_ATTEMPTS after ten wrong codes within an hour.
   */
  async takeStep(
    token: string | undefined,
    code: string,
    address: string,
  ): Promise<LoginOwner & { signOn: SignOn | undefined }> {
    const { db } = this.#deps.database;
    const hash = hashToken(token ?? '');
    const owner = await countGuess(db, hash, GUESSES_PER_LOGIN);
    const step = owner && (await findStep(db, owner));
    if (!owner || !step?.confirmedAt) throw new AppError('SECOND_STEP_OVER');
    const forgive = await spendOrRefuse(db, loginBudget(this.#deps.failures), address);
    const key = `second-step:${owner.kind}/${owner.id}`;
    const { count, secondsLeft } = await countAttempt(db, key, WRONG_CODES.seconds);
    if (count > WRONG_CODES.most) throw tooManyAttempts(secondsLeft);
    if (!(await this.#isCode(owner, step, code, address))) {
      await writeAudit(db, {
        actor: { kind: 'guest' },
        ...(owner.kind === 'account' ? { accountId: owner.id } : {}),
        object: `${owner.kind}/${owner.id}`,
        action: 'second-step.failed',
        address,
      });
      throw wrongCode();
    }
    const signOn = await endLoginStep(db, hash);
    await forgiveAttempt(db, key);
    await forgive();
    return { ...owner, signOn };
  }

  async #isCode(owner: LoginOwner, step: StoredStep, code: string, address: string): Promise<boolean> {
    const { database, tell } = this.#deps;
    if (await this.#isAppCode(database.db, owner, step, code)) return true;
    return await database.transaction(async (tx) => {
      if (!(await useRecoveryCode(tx, step.id, hashRecoveryCode(code)))) return false;
      await tell(tx, owner, 'codeUsed');
      await writeAudit(tx, { ...auditOfOwner(owner), action: 'second-step.recovery', address });
      return true;
    });
  }

  async #isAppCode(db: Db, owner: LoginOwner, { id, secret }: StoredStep, code: string): Promise<boolean> {
    const opened = unseal(this.#deps.key, secret, placeOf(owner));
    if (opened === null) throw new Error(`the second step of ${owner.kind} ${owner.id} does not open`);
    const timeStep = timeStepOf(opened, code);
    return timeStep !== null && (await useTimeStep(db, id, timeStep));
  }
}

async function freshCodes(tx: Db, id: number, caller: LoginCaller, action: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceCodes(tx, id, codes.map(hashRecoveryCode));
  await writeAudit(tx, { ...auditOfOwner(loginOwnerOf(caller)), action, address: caller.address });
  return codes;
}

function placeOf({ kind, id }: LoginOwner): string {
  return `second_step/${kind}/${id}/secret`;
}

function wrongCode(): AppError {
  return new AppError('SECOND_STEP_CODE', { fields: { code: 'SECOND_STEP_CODE' } });
}
