import type { z } from 'zod';

import { egnyteOpen } from '#contract/faxes/egnyte.ts';
import type { egnyteFiles, egnyteInvoke } from '#contract/faxes/egnyte.ts';
import type { RemoteStorages, EgnyteConnection } from '#engine/remote-storage/port.ts';
import type { Database } from '#engine/database/port.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';
import { hashToken, newPathKey, newToken } from '#engine/secrets/tokens.ts';
import { AppError } from '#server/kit/app-error.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';
import type { Messages } from '#server/kit/messages.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { Caller } from '#server/kit/scope.ts';
import { ownNumber } from '#server/kit/own-number.store.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { checkFile, inMegabytes } from '#server/features/faxes/compose/compose.service.ts';
import type { Compose, FileToSend } from '#server/features/faxes/compose/compose.service.ts';
import { holdTokens } from '#server/features/faxes/copies/egnyte-tokens.service.ts';
import { beginConsent, begunSince } from './begun-consent.ts';
import type { Grant } from './begun-consent.ts';
import {
  databaseTime,
  findLinked,
  findTask,
  homeOfAccount,
  homeOfHost,
  insertLink,
  insertTask,
  isLoginSince,
  linkTask,
  openTask,
} from './egnyte.store.ts';
import type { EgnyteTask } from './egnyte.store.ts';

/** Dependencies of Egnyte's own pages. */
export interface EgnyteGuestDeps {
  database: Database;
  storages: RemoteStorages;
  /** keys.for('storage-login') */
  secretKey: Buffer;
  compose: Compose;
  messages: Messages;
  /** Addresses that Egnyte opens are absolute, below the origin of the person's brand. */
  publicOrigin: string;
  publicPath: string;
}

type Invocation = z.output<typeof egnyteInvoke.body>;

/** A task that a browser may see. */
export interface OpenedTask {
  /** Where the browser goes, below the public path. */
  path: string;
  /** Value of the browser's cookie; empty if there is no task. */
  pin: string;
}

/** The browser that has a task, and the brand of the host that it calls. */
export interface PinnedBrowser {
  pin: string;
  brandId: number;
}

/** Sends files that people choose in Egnyte; no token leaves the installation (spec http-api 7.7). */
export class EgnyteGuestService {
  readonly #deps: EgnyteGuestDeps;

  constructor(deps: EgnyteGuestDeps) {
    this.#deps = deps;
  }

  /**
   * Handles the call in which Egnyte's server names the files; `host` is the called host. Returns the address for the
   * person's browser. Throws EGNYTE_NOT_GENUINE unless Egnyte confirms the token and its person.
   */
  async invoke(call: Invocation, host: string): Promise<string> {
    const { database, secretKey, publicOrigin, publicPath } = this.#deps;
    const domain = domainOf(call.domain);
    const who = domain === null ? null : await this.#asks(domain, call.token).whoAmI();
    if (domain === null || who?.kind !== 'ok' || who.id !== String(call.userInfo.id))
      throw new AppError('EGNYTE_NOT_GENUINE');
    const id = newPathKey();
    const open = newToken();
    const key = call.config?.f2e_key;
    const link = key ? await findLinked(database.db, domain, hashToken(key)) : undefined;
    const settings = { url: call.configSaveUrl, token: call.configSaveToken };
    await insertTask(database.db, {
      id,
      domain,
      username: who.username,
      token: seal(secretKey, call.token, `egnyte_task/${id}/token`),
      settings: seal(secretKey, JSON.stringify(settings), `egnyte_task/${id}/settings`),
      items: call.items,
      link,
      openHash: hashToken(open),
    });
    const { db } = database;
    const home = link === undefined ? await homeOfHost(db, host) : await homeOfAccount(db, link.accountId);
    return `${brandOrigin(home, publicOrigin)}${publicPath}${egnyteOpen.path}?i=${open}`;
  }

  /** Assigns the task to the first browser that opens its address. Returns where to go from there. */
  async open(code: string, language: string): Promise<OpenedTask> {
    const pin = newToken();
    const task = await openTask(this.#deps.database.db, hashToken(code), hashToken(pin));
    if (!task) {
      const message = this.#deps.messages.say(language, 'errors.TASK_EXPIRED');
      const query = new URLSearchParams({ message_type: 'error', message });
      return { path: `/egnyte/info?${query.toString()}`, pin: '' };
    }
    if (task.accountId !== null) return { path: `/egnyte/send-fax?task_id=${task.id}`, pin };
    const written = unseal(this.#deps.secretKey, task.settings, `egnyte_task/${task.id}/settings`);
    const { url = '', token = '' } = JSON.parse(written ?? '{}') as { url?: string; token?: string };
    const domain = `${task.domain}.egnyte.com`;
    const query = new URLSearchParams({ redirect_id: task.id, domain, token, save_url: url });
    return { path: `/egnyte/connect?${query.toString()}`, pin };
  }

  /**
   * Begins a consent in this browser. Returns its cookie and the domain that would get the right. Throws VALIDATION
   * unless that domain itself keeps the settings; otherwise tokens could be sent anywhere (A-EGNYTE-03).
   */
  async begin(grant: Grant): Promise<{ cookie: string; domain: string }> {
    const domain = this.#granted(grant);
    const now = await databaseTime(this.#deps.database.db);
    return { cookie: beginConsent(this.#deps.secretKey, grant, now), domain: `${domain}.egnyte.com` };
  }

  /**
   * Completes a consent: Egnyte gets and keeps a key that is useless elsewhere. Throws EGNYTE_NOT_BEGUN unless this
   * browser began exactly this grant and the person has logged in since (A-EGNYTE-07), TASK_EXPIRED if the files were
   * chosen for another browser or domain.
   */
  async allow(caller: Caller, grant: Grant, browser: { pin: string; begun: string }): Promise<string> {
    const { database, storages, secretKey } = this.#deps;
    const domain = this.#granted(grant);
    const since = begunSince(secretKey, grant, browser.begun, await databaseTime(database.db));
    if (since === null || !(await isLoginSince(database.db, caller.sessionIdHash, since)))
      throw new AppError('EGNYTE_NOT_BEGUN');
    const task = await findTask(database.db, grant.redirect_id, hashToken(browser.pin), caller.brandId);
    if (grant.redirect_id !== '' && task?.domain !== domain) throw new AppError('TASK_EXPIRED');
    const key = newToken();
    const kept = await storages.egnyte.saveSettings(grant.save_url, grant.token, { f2e_key: key });
    if (kept.kind !== 'ok')
      throw new AppError(kept.kind === 'stop' ? 'EGNYTE_REFUSED' : 'EGNYTE_UNREACHABLE');
    const { accountId } = caller;
    return await database.transaction(async (tx) => {
      const link = await insertLink(tx, accountId, domain, hashToken(key));
      await writeAudit(tx, {
        ...byAccount(caller),
        action: 'egnyte.allow',
        object: `egnyte/${domain}`,
      });
      if (!task) return '/egnyte/connect?connected=true';
      await linkTask(tx, task.id, link);
      return `/egnyte/send-fax?task_id=${task.id}`;
    });
  }

  /** Returns the domain that would get the right, which is also the one that the settings go to. */
  #granted({ egnyteDomain, save_url: address }: Grant): string {
    const domain = domainOf(egnyteDomain);
    if (domain === null || !this.#deps.storages.egnyte.isOwnAddress(address, domain))
      throw new AppError('VALIDATION', { fields: { save_url: 'ADDRESS_NOT_ALLOWED' } });
    return domain;
  }

  async files(id: string, from: PinnedBrowser): Promise<z.output<typeof egnyteFiles.reply>['data']> {
    const task = await this.#task(id, from);
    return {
      faxnumber: await ownNumber(this.#deps.database.db, task.accountId),
      username: task.username,
      domain: `${task.domain}.egnyte.com`,
      files: task.items.map(({ name, path, size }, index) => ({
        id: String(index),
        name,
        path,
        type: /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '',
        size,
      })),
    };
  }

  /** Fetches the chosen files with the person's token and sends them like any fax. Returns the number of jobs. */
  async send(
    fields: ReadonlyMap<string, string>,
    from: PinnedBrowser & { address: string; language: string },
  ): Promise<number> {
    const task = await this.#task(fields.get('task_id') ?? '', from);
    const chosen = [...fields]
      .filter(([name]) => /^userfiles(?:\[\d*\])?$/.test(name))
      .map(([, value]) => value);
    const { files: most } = this.#deps.compose.limits;
    if (chosen.length > most) throw new AppError('TOO_MANY_FILES', { params: { max: most } });
    const jobs = await this.#deps.compose.send({
      account: task.accountId,
      fields,
      files: await this.#fetched(task, chosen),
      origin: 'egnyte',
      actor: { kind: 'account', id: task.accountId },
      address: from.address,
      say: (name) => this.#deps.messages.say(from.language, name),
    });
    return jobs.length;
  }

  async #fetched(task: EgnyteTask, chosen: readonly string[]): Promise<FileToSend[]> {
    const token = unseal(this.#deps.secretKey, task.token, `egnyte_task/${task.id}/token`) ?? '';
    const asks = this.#asks(task.domain, token);
    const files: FileToSend[] = [];
    const { limits } = this.#deps.compose;
    let total = 0;
    for (const index of new Set(chosen)) {
      const item = /^\d{1,3}$/.test(index) ? task.items[Number(index)] : undefined;
      if (!item) throw new AppError('NOT_FOUND');
      const fetched = await asks.download(item.path, limits.fileBytes);
      if (fetched.kind !== 'ok')
        throw new AppError(fetched.reason === 'UNREACHABLE' ? 'EGNYTE_UNREACHABLE' : 'EGNYTE_REFUSED');
      const { bytes } = fetched;
      total += bytes.length;
      if (total > limits.bytes)
        throw new AppError('UPLOAD_TOO_BIG', { params: { limit: inMegabytes(limits.bytes) } });
      const { safe, extension, fault } = checkFile(item.name, bytes);
      if (fault) throw new AppError(fault, { params: { file: safe, limit: inMegabytes(limits.fileBytes) } });
      files.push({ name: safe, extension, size: bytes.length, read: async () => bytes });
    }
    return files;
  }

  async #task(
    id: string,
    { pin, brandId }: PinnedBrowser,
  ): Promise<EgnyteTask & { accountId: NonNullable<EgnyteTask['accountId']> }> {
    const task = await findTask(this.#deps.database.db, id, hashToken(pin), brandId);
    if (!task || task.accountId === null) throw new AppError('NOT_FOUND');
    return { ...task, accountId: task.accountId };
  }

  #asks(domain: string, accessToken: string): EgnyteConnection {
    const tokens = { accessToken, refreshToken: null, expiresAt: null };
    return this.#deps.storages.egnyte.connect(domain, holdTokens(tokens));
  }
}

/** Returns `acme` for `acme.egnyte.com`; null for any other host (spec decisions 8.1). */
function domainOf(written: string): string | null {
  return /^([a-z0-9]{1,32})(?:\.egnyte\.com)?$/.exec(written.trim().toLowerCase())?.[1] ?? null;
}
