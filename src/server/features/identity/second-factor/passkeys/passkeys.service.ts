import type { z } from 'zod';

import { MAX_KEYS } from '#contract/kit/login-key.ts';
import type { addPasskey, passkeyLogin } from '#contract/identity/passkeys.ts';
import type { Database } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { provePassword } from '#server/features/identity/passwords/password.service.ts';
import type { TellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { countAttempt, tooManyAttempts } from '#server/features/identity/sessions/session.service.ts';
import { addressBlock } from '#server/kit/address.ts';
import { AppError } from '#server/kit/app-error.ts';
import { auditOfOwner, customerLoginOf } from '#server/kit/owner.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';
import type { AnyCaller } from '#server/kit/scope.ts';

import { insertChallenge, useChallenge } from './challenge.store.ts';
import {
  countPasskeys,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listCredentials,
  listPasskeys,
  noteUse,
  renameStored,
} from './passkeys.store.ts';
import type { PasskeyRow, StoredPasskey } from './passkeys.store.ts';

/** Loaded when the first passkey is used, because it has a tenth of the modules of the whole service. */
const webAuthn = async () => await import('@simplewebauthn/server');

/** Challenges per address. Each creates a row, and no user starts a login more often. */
const QUESTIONS = { most: 60, seconds: 15 * 60 };

/** Supported signature algorithms (COSE): EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** The site that a browser is on. A passkey for one brand's host does not work on another's. */
export interface Site {
  /** Host name without port, the relying party ID of WebAuthn. */
  host: string;
  /** Scheme, host and port; the browser's signed data must name this origin. */
  origin: string;
}

/** How the device labels a new passkey. */
export interface PasskeyLabel {
  brand: string;
  name: string;
}

type MadeByDevice = z.output<typeof addPasskey.body>['response'];
type SignedByDevice = z.output<typeof passkeyLogin.body>['response'];

/** Handles logins without a password, with a device that verifies its user (W3C Web Authentication Level 3). */
export class PasskeyService {
  readonly #database: Database;
  readonly #tell: TellOfChange;

  constructor({ database, tell }: { database: Database; tell: TellOfChange }) {
    this.#database = database;
    this.#tell = tell;
  }

  async list(caller: AnyCaller): Promise<PasskeyRow[]> {
    return await listPasskeys(this.#database.db, customerLoginOf(caller));
  }

  /** Returns the options for creating a passkey. Throws what provePassword throws. */
  async begin(caller: AnyCaller, password: string, site: Site, label: PasskeyLabel) {
    const { db } = this.#database;
    const owner = customerLoginOf(caller);
    await provePassword(db, owner, password, 'password');
    const known = await listCredentials(db, owner, site.host);
    const options = await (
      await webAuthn()
    ).generateRegistrationOptions({
      rpName: label.brand,
      rpID: site.host,
      userName: label.name,
      userID: new Uint8Array(hashToken(`passkey/${owner.kind}/${owner.id}`)),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports,
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await insertChallenge(db, hashToken(options.challenge), site.host, owner);
    return options;
  }

  /** Stores the passkey that the device created. Throws PASSKEY_REFUSED, PASSKEY_LIMIT. */
  async add(caller: AnyCaller, name: string, made: MadeByDevice, site: Site): Promise<void> {
    const owner = customerLoginOf(caller);
    const verified = await (
      await webAuthn()
    )
      .verifyRegistrationResponse({
        response: made,
        expectedChallenge: async (challenge) => await this.#use(challenge, site, owner),
        expectedOrigin: site.origin,
        expectedRPID: site.host,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      })
      .catch(refuse);
    if (!verified.registrationInfo) throw new AppError('PASSKEY_REFUSED');
    const { id, publicKey, counter } = verified.registrationInfo.credential;
    await this.#database.transaction(async (tx) => {
      if ((await countPasskeys(tx, owner)) >= MAX_KEYS)
        throw new AppError('PASSKEY_LIMIT', { params: { max: MAX_KEYS } });
      const stored = await insertPasskey(tx, owner, {
        rpId: site.host,
        credentialId: Buffer.from(id, 'base64url'),
        publicKey: Buffer.from(publicKey),
        counter,
        transports: made.response.transports,
        name,
      });
      if (stored === undefined) throw new AppError('PASSKEY_REFUSED');
      await this.#tell(tx, owner, 'passkeyAdded');
      await writeAudit(tx, { ...byCaller(caller), action: 'passkey.add', detail: { id: stored, name } });
    });
  }

  /** Throws NOT_FOUND if the passkey is not the caller's. */
  async rename(caller: AnyCaller, id: number, name: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (!(await renameStored(tx, customerLoginOf(caller), id, name))) throw new AppError('NOT_FOUND');
      await writeAudit(tx, { ...byCaller(caller), action: 'passkey.rename', detail: { id, name } });
    });
  }

  /** Throws NOT_FOUND if the passkey is not the caller's. */
  async remove(caller: AnyCaller, id: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const name = await deletePasskey(tx, customerLoginOf(caller), id);
      if (name === undefined) throw new AppError('NOT_FOUND');
      await this.#tell(tx, customerLoginOf(caller), 'passkeyRemoved');
      await writeAudit(tx, { ...byCaller(caller), action: 'passkey.remove', detail: { id, name } });
    });
  }

  /** Returns the options for a login with any passkey of this host. Throws TOO_MANY_ATTEMPTS. */
  async beginLogin(site: Site, address: string) {
    const { db } = this.#database;
    const { count, secondsLeft } = await countAttempt(
      db,
      `passkey:${addressBlock(address)}`,
      QUESTIONS.seconds,
    );
    if (count > QUESTIONS.most) throw tooManyAttempts(secondsLeft);
    const options = await (
      await webAuthn()
    ).generateAuthenticationOptions({ rpID: site.host, userVerification: 'required' });
    await insertChallenge(db, hashToken(options.challenge), site.host, null);
    return options;
  }

  /** Verifies a signed login and returns the owner of the passkey. Throws PASSKEY_UNKNOWN, PASSKEY_REFUSED. */
  async prove(signed: SignedByDevice, site: Site, address: string): Promise<CustomerLogin> {
    const { db } = this.#database;
    const passkey = await findPasskey(db, Buffer.from(signed.id, 'base64url'), site.host);
    if (!passkey) throw new AppError('PASSKEY_UNKNOWN');
    try {
      await this.#verify(passkey, signed, site);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { owner } = passkey;
      await writeAudit(db, {
        actor: { kind: 'guest' },
        ...(owner.kind === 'account' ? { accountId: owner.id } : {}),
        object: `${owner.kind}/${owner.id}`,
        action: 'passkey.failed',
        detail: { id: passkey.id },
        address,
      });
      throw error;
    }
    return passkey.owner;
  }

  async #use(challenge: string, site: Site, owner: CustomerLogin | null): Promise<boolean> {
    try {
      return await useChallenge(this.#database.db, hashToken(challenge), site.host, owner);
    } catch (cause) {
      throw new NotLookedUp('', { cause });
    }
  }

  async #verify(passkey: StoredPasskey, signed: SignedByDevice, site: Site): Promise<void> {
    const { db } = this.#database;
    const { verified, authenticationInfo } = await (
      await webAuthn()
    )
      .verifyAuthenticationResponse({
        response: signed,
        expectedChallenge: async (challenge) => await this.#use(challenge, site, null),
        expectedOrigin: site.origin,
        expectedRPID: site.host,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId.toString('base64url'),
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
        },
      })
      .catch(refuse);
    if (!verified || !(await noteUse(db, passkey.id, authenticationInfo.newCounter)))
      throw new AppError('PASSKEY_REFUSED');
  }
}

function byCaller(caller: AnyCaller) {
  return { ...auditOfOwner(customerLoginOf(caller)), address: caller.address };
}

/** The challenge lookup failed. The library passes this internal error on like its own validation errors. */
class NotLookedUp extends Error {}

/** The library's errors say what did not match; users always get the same message. */
function refuse(cause: unknown): never {
  if (cause instanceof NotLookedUp) throw cause.cause;
  throw new AppError('PASSKEY_REFUSED', { cause });
}
