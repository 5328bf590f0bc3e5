import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { PROVIDER_NAME_MAX } from '#contract/identity/single-sign-on.ts';

import type { Act, ActOptions } from './act.ts';
import { id, readSecret } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';
import { addGroups } from './sso-group.commands.ts';
import { addressesOf, knownProvider, openProviders, unknown } from './sso-providers.ts';

/** A month, in minutes. */
const MAX_SESSION_MINUTES = 31 * 24 * 60;

const ID = ['<id>', 'id of the provider, as list shows it', id] as const;

/** sso add | list | check | set | change-secret | require | remove | group */
export function addSsoCommands(program: Command, act: Act): void {
  const sso = program
    .command('sso')
    .description('Single sign-on: where people of a brand, or operators, log in by OpenID Connect');
  addAdd(sso, act);
  sso
    .command('list')
    .description('All providers, also those of administrators, and whether people have to log in there')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const providers = await (await openProviders(installation)).list();
        return listOf(
          'providers',
          // Without the secret, even sealed.
          providers.map((one) => ({
            id: String(one.id),
            // Null for a provider of neither a brand nor an administrator: operators log in there.
            hid: one.brandId === null ? null : String(one.brandId),
            administrator: one.parentId === null ? null : String(one.parentId),
            name: one.name,
            issuer: one.issuer,
            clientId: one.clientId,
            domains: one.domains.join(' '),
            trustsAddresses: one.trustsAddresses,
            required: one.required,
            scopes: one.scopes.join(' '),
            groupsClaim: one.groupsClaim,
            sessionMinutes: one.sessionMinutes,
            lastLogin: one.lastLoginAt?.toISOString() ?? null,
          })),
        );
      });
    });
  sso
    .command('check')
    .description('Asks a provider what it says of itself: whether the issuer is right and can be reached')
    .argument(...ID)
    .action(async (provider: number, options: ActOptions) => {
      await act(options, async (installation) => {
        const providers = await openProviders(installation);
        const known = await knownProvider(providers, provider);
        const reason = await providers.check(known);
        if (reason !== null) throw new CommandRefusal(`${known.issuer} can’t be used: ${reason}`);
        return oneRow({ id: String(provider), issuer: known.issuer, reachable: true });
      });
    });
  addChanges(sso, act);
  addGroups(sso, act);
}

interface AddOptions extends ActOptions {
  brand?: number;
  operators?: true;
  name: string;
  issuer: string;
  clientId: string;
  domain: string[];
  trustAddresses?: true;
}

function addAdd(sso: Command, act: Act): void {
  sso
    .command('add')
    .description('Adds a provider; its answer names the addresses to register there')
    .option('--brand <hid>', 'for people of this brand', id)
    .option('--operators', 'for operators, who log in to the console')
    .requiredOption('--name <name>', 'what the button of the login page says: Log in with <name>', name)
    .requiredOption('--issuer <url>', 'issuer, exactly as the provider writes it', issuer)
    .requiredOption('--client-id <id>', 'client ID that the provider gave this service')
    .requiredOption('--secret-stdin', 'the client secret comes on stdin')
    .requiredOption('--domain <domain...>', 'email domains that the provider speaks for', addDomain, [])
    .option('--trust-addresses', 'its addresses count although it does not say that it has proved them')
    .action(async (options: AddOptions) => {
      const { brand = null, name: shown, issuer: url, clientId, domain } = options;
      if ((brand === null) === (options.operators === undefined))
        throw new InvalidArgumentError('Name one of --brand and --operators.');
      const secret = await readSecret(process.stdin);
      if (secret === '') throw new InvalidArgumentError('The client secret on stdin is empty.');
      await act({ json: options.json === true }, async (installation) => {
        const addresses = await addressesOf(installation, brand);
        const provider = await (
          await openProviders(installation)
        ).add({
          brandId: brand,
          name: shown,
          issuer: url,
          clientId,
          domains: domain,
          trustsAddresses: options.trustAddresses === true,
          secret,
        });
        if (provider === undefined)
          throw new CommandRefusal('This client of this issuer is there already; see sso list.');
        return oneRow({ id: String(provider), ...addresses(provider) });
      });
    });
}

interface SetOptions extends ActOptions {
  scope?: string[];
  groupsClaim?: string;
  sessionMinutes?: number | null;
}

function addSet(sso: Command, act: Act): void {
  sso
    .command('set')
    .description('What is asked of a provider for groups, and how long its sessions last')
    .argument(...ID)
    .option('--scope <scope...>', 'scopes beside openid, email and profile; "" for none', addScope)
    .option('--groups-claim <name>', 'the claim with the names of groups (groups)')
    .option('--session-minutes <minutes>', 'how long a session lasts at most, or none', minutesOrNone)
    .action(async (provider: number, options: SetOptions) => {
      const { scope: scopes, groupsClaim, sessionMinutes } = options;
      const settings = {
        ...(scopes !== undefined && { scopes }),
        ...(groupsClaim !== undefined && { groupsClaim }),
        ...(sessionMinutes !== undefined && { sessionMinutes }),
      };
      if (Object.keys(settings).length === 0) throw new InvalidArgumentError('Say what to set.');
      await act(options, async (installation) => {
        const providers = await openProviders(installation);
        await knownProvider(providers, provider);
        await providers.set(provider, settings);
        const { scopes: _, ...others } = settings;
        return oneRow({ id: String(provider), ...others, ...(scopes && { scopes: scopes.join(' ') }) });
      });
    });
}

function addChanges(sso: Command, act: Act): void {
  addSet(sso, act);
  sso
    .command('change-secret')
    .description('Another client secret, before the old one lapses')
    .argument(...ID)
    .requiredOption('--secret-stdin', 'the client secret comes on stdin')
    .action(async (provider: number, options: ActOptions) => {
      const secret = await readSecret(process.stdin);
      if (secret === '') throw new InvalidArgumentError('The client secret on stdin is empty.');
      await act({ json: options.json === true }, async (installation) => {
        const providers = await openProviders(installation);
        await providers.changeSecret(await knownProvider(providers, provider), secret);
        return oneRow({ id: String(provider) });
      });
    });
  sso
    .command('require')
    .description('on: its people log in there only; off lets passwords and passkeys in again')
    .argument(...ID)
    .argument('<on|off>', 'on, or off', onOff)
    .action(async (provider: number, required: boolean, options: ActOptions) => {
      await act(options, async (installation) => {
        const providers = await openProviders(installation);
        const outcome = await providers.require(await knownProvider(providers, provider), required);
        if (outcome.kind === 'unproved')
          throw new CommandRefusal(
            'Nobody has logged in by this provider within ten minutes: log in by it first, so that it locks nobody out.',
          );
        return oneRow({ id: String(provider), required, sessionsEnded: outcome.ended });
      });
    });
  sso
    .command('remove')
    .description('Removes a provider; sessions that began there end')
    .argument(...ID)
    .action(async (provider: number, options: ActOptions) => {
      await act(options, async (installation) => {
        if (!(await (await openProviders(installation)).remove(provider))) throw unknown(provider);
        return oneRow({ id: String(provider), removed: true });
      });
    });
}

function name(written: string): string {
  const trimmed = written.trim();
  if (trimmed === '' || trimmed.length > PROVIDER_NAME_MAX)
    throw new InvalidArgumentError(`A name has 1 to ${PROVIDER_NAME_MAX} characters.`);
  return trimmed;
}

function issuer(written: string): string {
  if (!URL.canParse(written) || !/^https?:$/u.test(new URL(written).protocol))
    throw new InvalidArgumentError('An issuer is an https address.');
  return written;
}

function addDomain(written: string, before: string[]): string[] {
  const domain = written.toLowerCase();
  if (!/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/u.test(domain))
    throw new InvalidArgumentError('A domain looks like example.com.');
  return [...before, domain];
}

/** Adds a scope; allows only the characters of OAuth 2.0 scopes (RFC 6749, 3.3). */
function addScope(written: string, before: string[] = []): string[] {
  if (written === '') return before;
  if (!/^[\x21\x23-\x5B\x5D-\x7E]{1,100}$/u.test(written))
    throw new InvalidArgumentError('A scope is a word without quotation marks.');
  return [...before, written];
}

function minutesOrNone(written: string): number | null {
  if (written === 'none') return null;
  const minutes = Number(written);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_SESSION_MINUTES)
    throw new InvalidArgumentError(`Minutes are a number from 1 to ${MAX_SESSION_MINUTES}, or none.`);
  return minutes;
}

function onOff(written: string): boolean {
  if (written !== 'on' && written !== 'off') throw new InvalidArgumentError('Say on or off.');
  return written === 'on';
}
