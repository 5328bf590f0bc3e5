import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { PROVIDER_NAME_MAX } from '#contract/identity/single-sign-on.ts';
import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { OpenId } from '#server/features/identity/single-sign-on/open-id.ts';
import { createProvidersAdmin } from '#server/features/identity/single-sign-on/operate-providers.ts';
import type { ProvidersAdmin } from '#server/features/identity/single-sign-on/operate-providers.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';

import type { Act, ActOptions } from './act.ts';
import { id, readSecret } from './arguments.ts';
import type { Installation } from './installation.ts';
import { listOf, oneRow } from './output.ts';
import { CommandRefusal } from './refusal.ts';

const ID = ['<id>', 'id of the provider, as list shows it', id] as const;

/** sso add | list | check | change-secret | require | remove */
export function addSsoCommands(program: Command, act: Act): void {
  const sso = program
    .command('sso')
    .description('Single sign-on: where people of a brand log in by OpenID Connect');
  addAdd(sso, act);
  sso
    .command('list')
    .description('All providers, and whether people of their domains have to log in there')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const providers = await (await openProviders(installation)).list();
        return listOf(
          'providers',
          // Not the secret, also sealed.
          providers.map((one) => ({
            id: String(one.id),
            hid: String(one.brandId),
            name: one.name,
            issuer: one.issuer,
            clientId: one.clientId,
            domains: one.domains.join(' '),
            trustsAddresses: one.trustsAddresses,
            required: one.required,
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
}

interface AddOptions extends ActOptions {
  brand: number;
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
    .requiredOption('--brand <hid>', 'id of the brand', id)
    .requiredOption('--name <name>', 'what the button of the login page says: Log in with <name>', name)
    .requiredOption('--issuer <url>', 'issuer, exactly as the provider writes it', issuer)
    .requiredOption('--client-id <id>', 'client ID that the provider gave this service')
    .requiredOption('--secret-stdin', 'the client secret comes on stdin')
    .requiredOption('--domain <domain...>', 'email domains that the provider speaks for', addDomain, [])
    .option('--trust-addresses', 'its addresses count although it does not say that it has proved them')
    .action(async (options: AddOptions) => {
      const secret = await readSecret(process.stdin);
      if (secret === '') throw new InvalidArgumentError('The client secret on stdin is empty.');
      await act({ json: options.json === true }, async (installation) => {
        const { brand, name: shown, issuer: url, clientId, domain } = options;
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
          throw new CommandRefusal('This brand has this client of this issuer already.');
        return oneRow({ id: String(provider), ...addresses(provider) });
      });
    });
}

function addChanges(sso: Command, act: Act): void {
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
    .description('on: people of its domains log in there only; off lets passwords and passkeys in again')
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

/** Needs the master key, which seals the secrets. */
async function openProviders({ config, database }: Installation): Promise<ProvidersAdmin> {
  const opened = await database();
  const keys = await openInstallationKeys(opened, config.masterKeyFile);
  const { allowPrivateHosts: allowPrivate } = config;
  const openId = new OpenId(createOutboundGuard({ allowPrivate }), allowPrivate);
  return createProvidersAdmin(opened, keys.for('identity-provider'), openId);
}

type Provider = NonNullable<Awaited<ReturnType<ProvidersAdmin['find']>>>;

async function knownProvider(providers: ProvidersAdmin, provider: number): Promise<Provider> {
  const known = await providers.find(provider);
  if (!known) throw unknown(provider);
  return known;
}

function unknown(provider: number): CommandRefusal {
  return new CommandRefusal(`There is no provider ${provider}.`);
}

/** What has to be registered at a provider of the brand. */
async function addressesOf(
  { brands, config }: Installation,
  brandId: number,
): Promise<(provider: number) => { redirectUri: string; logoutUri: string }> {
  const brand = (await (await brands()).listBrands()).find((known) => known.id === brandId);
  if (!brand) throw new CommandRefusal(`There is no brand ${brandId}.`);
  const origin = brandOrigin({ origin: brand.origin, domain: brand.domains[0] ?? null }, config.publicOrigin);
  return (provider) => {
    const base = `${origin}${config.publicPath}/sso/${provider}`;
    return { redirectUri: `${base}/callback`, logoutUri: `${base}/logout` };
  };
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

function onOff(written: string): boolean {
  if (written !== 'on' && written !== 'off') throw new InvalidArgumentError('Say on or off.');
  return written === 'on';
}
