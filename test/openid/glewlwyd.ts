import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { endTree, launch } from '../fax-rig/processes.ts';
import { freePort } from '../free-ports.ts';
import { CLIENT_ID } from './false-provider.ts';
import type { RealClient } from './real-provider.ts';

/** The tables of an empty Glewlwyd, with its administrator `admin`, whose password is `password`. */
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
const LIBRARIES = '/usr/lib/glewlwyd';
const PERSON_PASSWORD = 'Person-pass-1';
const SCOPES = 'openid email profile groups';

/** Cookies of one browser, or of the administrator. */
type Cookies = Map<string, string>;

/** An OpenID Connect provider that shares no code with us or with the other provider: Debian's Glewlwyd. */
export interface Glewlwyd {
  issuer: string;
  /** Registers our product. */
  register(client: RealClient): Promise<void>;
  /** Adds a person who can log in, or changes their groups. */
  putPerson(person: { name: string; email: string; groups: readonly string[] }): Promise<void>;
  /** Logs a person in at this address, like their browser; returns where it is redirected, and the browser. */
  logIn(email: string, to: URL): Promise<{ back: URL; browser: Cookies }>;
  /** Logs a browser out of the session that a product identifies by this id; the product is notified. */
  logOut(browser: Cookies, sid: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a provider on its own port, without people. */
export async function startGlewlwyd(): Promise<Glewlwyd> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-glewlwyd-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await makeTables(join(folder, 'provider.db'));
  await writeFile(join(folder, 'provider.conf'), configuration(folder, port));
  const child = launch('glewlwyd', ['-c', join(folder, 'provider.conf')], { stdio: 'ignore' });
  const issuer = `${origin}/api/provider`;
  const admin: Cookies = new Map();
  const ask = asker(`${origin}/api`);
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error('Glewlwyd does not start');
    await pause(20);
  }
  await ask(admin, 'POST', '/auth/', { username: 'admin', password: 'password' });
  await keepGroups(ask, admin);
  await ask(admin, 'POST', '/mod/plugin/', plugin(issuer));
  const known = new Set<string>();
  return {
    issuer,
    register: async (client) => void (await ask(admin, 'POST', '/client/', registration(client))),
    putPerson: async ({ name, email, groups }) => {
      const person = { username: email, name, email, groups, scope: SCOPES.split(' '), enabled: true };
      const path = known.has(email) ? `/user/${email}` : '/user/';
      await ask(admin, known.has(email) ? 'PUT' : 'POST', path, { ...person, password: PERSON_PASSWORD });
      known.add(email);
    },
    logIn: async (email, to) => {
      const browser: Cookies = new Map();
      await ask(browser, 'POST', '/auth/', { username: email, password: PERSON_PASSWORD });
      await ask(browser, 'PUT', `/auth/grant/${CLIENT_ID}`, { scope: SCOPES });
      const { location } = await ask(browser, 'GET', `/provider/auth${to.search}&g_continue`);
      return { back: new URL(location ?? ''), browser };
    },
    logOut: async (browser, sid) => void (await ask(browser, 'DELETE', `/provider/session/${sid}`)),
    stop: async () => {
      await endTree(child.pid ?? 0);
      await rm(folder, { recursive: true });
    },
  };
}

type Ask = ReturnType<typeof asker>;

/** Returns a function that calls its API; throws the provider's message if a call is refused. */
function asker(base: string) {
  return async (
    cookies: Cookies,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<{ text: string; location: string | null }> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { text, location: answer.headers.get('location') };
  };
}

/** Allows people to have groups, and scopes to request them. */
async function keepGroups(ask: Ask, admin: Cookies): Promise<void> {
  const { text } = await ask(admin, 'GET', '/mod/user/database');
  const users = JSON.parse(text) as { parameters: { 'data-format': Record<string, object> } };
  users.parameters['data-format']['groups'] = { multiple: true, read: true, write: true };
  await ask(admin, 'PUT', '/mod/user/database', users);
  await ask(admin, 'PUT', '/mod/user/database/reset');
  for (const name of ['email', 'profile', 'groups'])
    await ask(admin, 'POST', '/scope/', { name, display_name: name, password_required: true, scheme: {} });
}

async function makeTables(file: string): Promise<void> {
  const database = new DatabaseSync(file);
  database.exec(await readFile(TABLES, 'utf8'));
  database.close();
}

async function answers(origin: string): Promise<boolean> {
  return await fetch(`${origin}/config`).then(
    () => true,
    () => false,
  );
}

/** Returns the configuration in libconfig's format. */
function configuration(folder: string, port: number): string {
  return `
port = ${port}
bind_address = "127.0.0.1"
external_url = "http://127.0.0.1:${port}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "${folder}"
log_mode = "console"
log_level = "ERROR"
cookie_secure = 0
cookie_domain = ""
session_key = "PROVIDER_SESSION"
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "${LIBRARIES}/user"
user_middleware_module_path = "${LIBRARIES}/user_middleware"
client_module_path = "${LIBRARIES}/client"
user_auth_scheme_module_path = "${LIBRARIES}/scheme"
plugin_module_path = "${LIBRARIES}/plugin"
hash_algorithm = "SHA512"
login_api_enabled = true
database = { type = "sqlite3"; path = "${folder}/provider.db"; };
`;
}

/** Returns its OpenID Connect plugin, with new keys. */
function plugin(issuer: string): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    module: 'oidc',
    name: 'provider',
    display_name: 'Clinic',
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 3600,
      'code-duration': 600,
      'refresh-token-rolling': false,
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-code-revoke-replayed': true,
      'auth-type-id-token-enabled': true,
      'auth-type-refresh-enabled': true,
      'pkce-allowed': true,
      'pkce-required': true,
      'pkce-method-plain-allowed': false,
      'jwks-show': true,
      'allowed-scope': SCOPES.split(' '),
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      'scope-claim': 'no',
      claims: [{ name: 'groups', 'user-property': 'groups', type: 'string', mandatory: true, scope: [] }],
      'session-management-allowed': true,
      'session-cookie-name': 'PROVIDER_SID',
      'session-cookie-expiration': 3600,
      'back-channel-logout-allowed': true,
      'oauth2-iss-id': true,
      'subject-type': 'public',
    },
  };
}

function registration({ secret, redirectUri, logoutUri }: RealClient): object {
  return {
    client_id: CLIENT_ID,
    name: 'Fax',
    confidential: true,
    client_secret: secret,
    redirect_uri: [redirectUri],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic'],
    backchannel_logout_uri: logoutUri,
    backchannel_logout_session_required: '1',
    enabled: true,
  };
}
