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

/** From the password to the code: time to find the telephone, no more. */
const LOGIN_STEP_SECONDS = 5 * 60;
/** Guesses after one password; then it has to be typed again. */
const GUESSES_PER_LOGIN = 5;
/** Guesses at one owner's codes, whoever makes them: 3 of 1,000,000 codes fit at a time. Only who knows the password gets here. */
const WRONG_CODES = { most: 10, seconds: 60 * 60 };

/** What the service needs. */
export interface SecondStepDeps {
  database: Database;
  /** keys.for('second-step') */
  key: Buffer;
  tell: TellOfChange;
  /** How many wrong passwords a login may have (F2E_LOGIN_FAILURES); wrong codes count with them. */
  failures: { most: number };
}

/** Whoever may turn it on for themselves. */
type LoginCaller = AnyCaller | OperatorCaller;

/** A login that waits for its second step: what the browser keeps, and for how long. */
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

  /** What is turned on; undefined when nothing is. */
  async stateOf(caller: LoginCaller): Promise<{ since: Date; recoveryLeft: number } | undefined> {
    const step = await findStep(this.#deps.database.db, loginOwnerOf(caller));
    return step?.confirmedAt ? { since: step.confirmedAt, recoveryLeft: step.recoveryLeft } : undefined;
  }

  /** Makes a secret that waits for its first code. Throws SECOND_STEP_ON, or what provePassword throws. */
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

  /** How an app or a device shows this login. */
  async labelOf(caller: LoginCaller): Promise<{ brand: string; name: string }> {
    return await findLabel(this.#deps.database.db, loginOwnerOf(caller));
  }

  /** Turns it on with a code of the app; gives back the recovery codes, only here. Other sessions end: they had one step. */
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

  /** New recovery codes in place of the old ones. Throws SECOND_STEP_OFF, or what provePassword throws. */
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

  /** After a right password or single sign-on: the login that waits for its code, or null where its owner wants no second step. */
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
   * Whose login gets its second step. Throws SECOND_STEP_CODE for a wrong or used code, SECOND_STEP_OVER when the password
   * has to be typed anew, TOO_MANY_ATTEMPTS after ten wrong codes within an hour.
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
