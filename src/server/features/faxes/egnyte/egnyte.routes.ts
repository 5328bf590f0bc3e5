import { createHash } from 'node:crypto';

import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';

import {
  egnyteBegin,
  egnyteConnection,
  egnyteDisconnect,
  egnyteFiles,
  egnyteFolders,
  egnyteInvoke,
  egnyteLogin,
  egnyteOauth,
  egnyteOpen,
  egnyteSendFax,
  egnyteUpdate,
  egnyteUpdatePath,
} from '#contract/faxes/egnyte.ts';
import { addEgnyteStorage, changeEgnyteStorage, egnyteStorage } from '#contract/faxes/storage.ts';
import type { EgnyteForm } from '#contract/faxes/storage.ts';
import { directionOf } from '#contract/kit/language.ts';
import { sessionToken } from '#server/kit/cookies.ts';
import { AppError } from '#server/kit/app-error.ts';
import { isOwnFault } from '#server/kit/own-fault.ts';
import type { Messages } from '#server/kit/messages.ts';
import { brandOf } from '#server/kit/front-door.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { byAccount } from '#server/kit/scope.ts';
import type { AnyCaller } from '#server/kit/scope.ts';
import { hashToken } from '#engine/secrets/tokens.ts';

import type { StorageService } from '#server/features/faxes/copies/storage.service.ts';
import { CONSENT_SECONDS } from './begun-consent.ts';
import type { EgnyteAuthorization } from './authorization.ts';
import type { EgnyteGuestService } from './egnyte-guest.ts';
import type { EgnyteService } from './egnyte.service.ts';

/** Cookie of the browser that opened a task; scripts cannot read it. */
const TASK_COOKIE = 'f2e_task';
const TASK_SECONDS = 24 * 3600;
/** Cookie of the browser that opened the consent page; requests from other sites do not include it. */
const CONSENT_COOKIE = 'f2e_consent';

/** Limits of the fields of a send, as in sendFax; the files come from Egnyte. */
const FORM_LIMITS = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 150, files: 0, parts: 150 };

/** Dependencies of the routes. */
export interface EgnyteRouteDeps {
  egnyte: EgnyteService;
  authorization: EgnyteAuthorization;
  guest: EgnyteGuestService;
  storage: StorageService;
  messages: Messages;
  publicPath: string;
}

/** Mounts Egnyte for accounts (spec http-api 7.1 to 7.5) and for Egnyte's own pages (spec http-api 7.7). */
export async function mountEgnyte(app: App, deps: EgnyteRouteDeps): Promise<void> {
  mountConnecting(app, deps);
  mountFolder(app, deps);
  mountSettings(app, deps);
  mountGuestPages(app, deps);
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS });
    mount(scope, egnyteSendFax, async ({ request }) => {
      const fields = await fieldsOf(request);
      const language = deps.messages.languageOf(request);
      const from = { address: request.ip, language, pin: pinOf(request), brandId: brandOf(request) };
      return doneWith({ jobs: await deps.guest.send(fields, from) });
    });
  });
}

function mountConnecting(app: App, { authorization, storage, messages }: EgnyteRouteDeps): void {
  mount(app, egnyteOauth, async ({ query, caller, request, reply }) => {
    const sessionHash = hashToken(sessionToken(request) ?? '');
    const language = messages.languageOf(request);
    // With our usual policy the opener would lose its reference to the window and take it for closed.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    if (query.code === undefined && query.error === undefined && query.state === undefined) {
      const { accountId } = await storage.ownerOf(caller, query);
      const address = await authorization.authorizeUrl(accountId, sessionHash, query.egnyte_domain);
      if (address !== null) return await reply.redirect(address, 302);
      return await sayAndClose(reply, 400, messages.say(language, 'egnyte.page.invalid'), language);
    }
    const connected = await authorization.finish({ ...query, address: request.ip }, sessionHash);
    const words = messages.say(language, connected ? 'egnyte.page.connected' : 'egnyte.page.notConnected');
    return await sayAndClose(reply, connected ? 200 : 400, words, language);
  });
}

function mountFolder(app: App, { egnyte, messages }: EgnyteRouteDeps): void {
  const answer = (reply: FastifyReply, writable: boolean, language: string) => {
    if (writable) return { success: true as const, directoryIsWriteable: true as const };
    reply.code(412);
    const message = messages.say(language, 'errors.DIRECTORY_NOT_WRITEABLE');
    const refused = { success: false, directoryIsWriteable: false } as const;
    return { ...refused, error: 'DIRECTORY_NOT_WRITEABLE' as const, message };
  };
  mount(app, egnyteConnection, async ({ caller }) => await egnyte.connection(caller.accountId));
  mount(app, egnyteFolders, async ({ caller, query }) => egnyte.folders(caller.accountId, query.folderpath));
  mount(app, egnyteUpdate, async ({ caller, body, reply }) => {
    const { egnytedirectory: folder, egnyteisactive: active, ...naming } = body;
    const writable = await egnyte.save(byAccount(caller), folder, { active, ...naming });
    return answer(reply, writable, caller.language);
  });
  mount(app, egnyteUpdatePath, async ({ caller, body, reply }) => {
    return answer(reply, await egnyte.save(byAccount(caller), body.egnytedirectory), caller.language);
  });
  mount(app, egnyteDisconnect, async ({ caller }) => {
    await egnyte.disconnect(byAccount(caller));
    return done;
  });
}

/** Mounts Egnyte as an administrator sets it up for an account (spec http-api 8.9). */
function mountSettings(app: App, { egnyte, storage, publicPath }: EgnyteRouteDeps): void {
  mount(app, egnyteStorage, async ({ caller, query }) => {
    const { accountId } = await storage.ownerOf(caller, query);
    const link = await storage.find(accountId, 'egnyte');
    return {
      id: String(link.id),
      uid: String(accountId),
      type: 'egnyte' as const,
      status: link.active ? ('Y' as const) : ('N' as const),
      username: link.place.host,
      connected: link.secret !== null,
      dir: link.place.folder,
      lastError: link.lastError,
    };
  });
  const save = async (caller: AnyCaller, body: EgnyteForm, onlyNew: boolean) => {
    const owner = await storage.ownerOf(caller, body);
    const link = await egnyte.saveDomain(owner, body, onlyNew);
    const id = String(link.id);
    if (link.secret !== null || link.place.host === '' || !link.active) return doneWith({ id });
    const query = new URLSearchParams({ egnyte_domain: link.place.host, uid: String(owner.accountId) });
    return doneWith({ id, authorizeUrl: `${publicPath}${egnyteOauth.path}?${query.toString()}` });
  };
  mount(app, addEgnyteStorage, async ({ caller, body }) => await save(caller, body, true));
  mount(app, changeEgnyteStorage, async ({ caller, body }) => await save(caller, body, false));
}

function mountGuestPages(app: App, { guest, messages, publicPath }: EgnyteRouteDeps): void {
  mount(app, egnyteInvoke, async ({ body, request }) => ({
    redirect: await guest.invoke(body, request.hostname),
  }));
  mount(app, egnyteOpen, async ({ query, request, reply }) => {
    const { path, pin } = await guest.open(query.i, messages.languageOf(request));
    if (pin !== '') {
      const secure = request.protocol === 'https';
      reply.setCookie(TASK_COOKIE, pin, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: TASK_SECONDS,
      });
    }
    return await reply.redirect(`${publicPath}${path}`, 302);
  });
  mount(app, egnyteBegin, async ({ body, request, reply }) => {
    const { cookie, domain } = await guest.begin(body);
    reply.setCookie(CONSENT_COOKIE, cookie, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https',
      maxAge: CONSENT_SECONDS,
    });
    return { domain };
  });
  mount(app, egnyteLogin, async ({ caller, body, request, reply }) => {
    const begun = request.cookies[CONSENT_COOKIE] ?? '';
    const redirectUrl = await guest.allow(caller, body, { pin: pinOf(request), begun });
    reply.clearCookie(CONSENT_COOKIE, { path: '/' });
    return { success: true as const, redirectUrl };
  });
  mount(app, egnyteFiles, async ({ query, request }) => ({
    data: await guest.files(query.task_id, { pin: pinOf(request), brandId: brandOf(request) }),
  }));
}

function pinOf(request: FastifyRequest): string {
  return request.cookies[TASK_COOKIE] ?? '';
}

async function fieldsOf(request: FastifyRequest): Promise<Map<string, string>> {
  if (!request.isMultipart()) throw new AppError('MEDIA_TYPE');
  const fields = new Map<string, string>();
  try {
    for await (const part of request.parts())
      if (part.type === 'field') fields.set(part.fieldname, String(part.value));
  } catch (error) {
    throw isOwnFault(error) ? error : new AppError('BAD_REQUEST', { cause: error });
  }
  return fields;
}

const CLOSE = 'window.close()';

/** Content security policy of the one page with its own script: only this script may run. */
const CLOSE_POLICY = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(CLOSE).digest('base64')}'; frame-ancestors 'none'`;

/** Sends the last page of the popup, which shows the outcome and closes itself. */
async function sayAndClose(
  reply: FastifyReply,
  status: number,
  words: string,
  language: string,
): Promise<FastifyReply> {
  const text = words.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  return await reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CLOSE_POLICY)
    .send(
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><title>${text}</title><p>${text}</p><script>${CLOSE}</script></html>`,
    );
}
