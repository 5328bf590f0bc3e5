import { createHmac } from 'node:crypto';

import { EGNYTE_DOMAIN, egnyteOauth } from '#contract/faxes/egnyte.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { holdTokens } from '#server/features/faxes/copies/egnyte-tokens.service.ts';
import {
  findLink,
  lockAccount,
  NEW_STORAGE,
  saveLink,
  sealStorage,
} from '#server/features/faxes/copies/storage.service.ts';
import type { StorageDeps } from '#server/features/faxes/copies/storage.service.ts';
import type { EgnyteDeps } from './egnyte.service.ts';
import { homeOfAccount, insertState, takeState } from './egnyte.store.ts';

/** Dependencies of authorizing. */
export interface AuthorizationDeps extends EgnyteDeps {
  tell: StorageDeps['tell'];
  /** Origin of the installation. Egnyte sends people back to the origin of their brand, where their session is. */
  publicOrigin: string;
  publicPath: string;
}

/** Connects an account to Egnyte: to its consent page and back (spec http-api 7.1). */
export class EgnyteAuthorization {
  readonly #deps: AuthorizationDeps;

  constructor(deps: AuthorizationDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the address of the consent page; null if the text is not a domain (A-EGNYTE-01) or no application is set
   * up.
   */
  async authorizeUrl(account: AccountId, sessionHash: Buffer, written: string): Promise<string | null> {
    const domain = written.trim().toLowerCase();
    const { storages, database } = this.#deps;
    if (!EGNYTE_DOMAIN.test(domain) || !storages.egnyte.configured) return null;
    const state = newToken();
    await insertState(database.db, { hash: hashToken(state), accountId: account, sessionHash, domain });
    const redirectUri = await this.#redirectUri(account);
    return storages.egnyte.authorizeUrl({ domain, redirectUri, state, codeVerifier: this.#verifier(state) });
  }

  /** Handles the person's return from Egnyte. Returns false if nothing was connected. */
  async finish(
    answer: { code?: string | undefined; state?: string | undefined; address: string },
    sessionHash: Buffer,
  ): Promise<boolean> {
    const { storages, database, secretKey, tell } = this.#deps;
    const { code, state, address } = answer;
    const begun =
      state === undefined ? undefined : await takeState(database.db, hashToken(state), sessionHash);
    if (!begun || state === undefined || code === undefined) return false;
    const { accountId, domain } = begun;
    const codeVerifier = this.#verifier(state);
    const redirectUri = await this.#redirectUri(accountId);
    const redeemed = await storages.egnyte.redeem({ domain, redirectUri, code, codeVerifier });
    if (redeemed.kind !== 'ok') return false;
    const keeper = holdTokens(redeemed.tokens);
    const who = await storages.egnyte.connect(domain, keeper).whoAmI();
    if (who.kind !== 'ok') return false;
    await database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const before = await findLink(tx, accountId, 'egnyte');
      const sameDomain = before?.place.host === domain;
      const folder = sameDomain ? before.place.folder : '';
      const place = { host: domain, port: 443, folder, login: who.username };
      await saveLink(tx, accountId, 'egnyte', {
        ...(before ?? { ...NEW_STORAGE, active: true }),
        place,
        secret: sealStorage(secretKey, { accountId, kind: 'egnyte', place }, keeper.read()),
        held: false,
        lastError: '',
      });
      if (!before?.secret || !sameDomain || before.place.login !== who.username)
        await tell(tx, { accountId, kind: 'egnyte', place });
      await writeAudit(tx, {
        ...byAccount({ accountId, address }),
        action: 'storage.connect',
        object: 'storage/egnyte',
        detail: { domain, user: who.username },
      });
    });
    return true;
  }

  /** Returns one of the addresses that are registered with Egnyte (`f2e egnyte app-definition`). */
  async #redirectUri(account: AccountId): Promise<string> {
    const { database, publicOrigin, publicPath } = this.#deps;
    const origin = brandOrigin(await homeOfAccount(database.db, account), publicOrigin);
    return `${origin}${publicPath}${egnyteOauth.path}`;
  }

  /**
   * Derives the PKCE verifier from the state, so that no row is needed: nobody else has the state before it is used.
   */
  #verifier(state: string): string {
    return createHmac('sha256', this.#deps.secretKey).update(`pkce/${state}`).digest('base64url');
  }
}
