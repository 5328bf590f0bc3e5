import type { Role } from '#contract/kit/roles.ts';
import { PASSWORD } from '#test/factories.ts';
import { invitationKey, joinedBy, newEmail } from '#test/people-rig.ts';

import type { Audited, Owner, World } from './world.ts';

/** Creates an account's owner, and a person who works on the account. */
const withPerson = async ({ test, person }: World, role: Role = 'member') => {
  const as = await person();
  return { as, joined: await joinedBy(test, as, { role }) };
};
/** Creates an account with an open invitation. */
const withInvitation = async (world: World) => {
  const as = await world.person();
  const email = newEmail();
  await world.ask('invitePeople', { as, body: { emails: [email], role: 'member' } });
  const { invitations } = (await world.ask('people', { as })).json<{ invitations: { id: string }[] }>();
  return { as, email, body: { id: invitations[0]?.id } };
};
const token = async (world: World) => await invitationKey(world.test, (await withInvitation(world)).email);
/** Returns the session of a person on an account. */
const personally = async (world: World) => {
  const { as, joined } = await withPerson(world);
  return { ...as, ...joined.session } satisfies Owner;
};

/** Creates a group of the administrator's directory. */
const withGroup = async ({ one, parent }: World) =>
  await one<number>(
    `insert into scim_group (parent_id, name) values ($1, 'group ' || gen_random_uuid()) returning id::int`,
    [parent.id],
  );

/** Creates a provider of the administrator with a recent login, and deletes the previous one. */
const withProvider = async ({ parent, one }: World) => {
  await one('delete from identity_provider where parent_id = $1', [parent.id]);
  return await one<number>(
    `insert into identity_provider (brand_id, name, issuer, client_id, parent_id, last_login_at)
     values ($1, 'Clinic', 'https://login.test', 'a-client', $2, now()) returning id::int`,
    [parent.brandId, parent.id],
  );
};

/** People who work on an account, and their invitations. */
export const PEOPLE_REQUESTS = {
  invitePeople: [
    'person.invite',
    async ({ person }) => ({ as: await person(), body: { emails: [newEmail()], role: 'member' } }),
  ],
  changeRole: [
    'person.role',
    async (world) => {
      const { as, joined } = await withPerson(world);
      return { as, body: { id: joined.id, role: 'reader' } };
    },
  ],
  removePerson: [
    'person.remove',
    async (world) => {
      const { as, joined } = await withPerson(world);
      return { as, body: { id: joined.id } };
    },
  ],
  giveGroupRole: [
    'scim-group.give-role',
    async (world) => ({ body: { group: await withGroup(world), account: null, role: 'reader' } }),
  ],
  takeGroupRole: [
    'scim-group.take-role',
    async (world) => ({
      body: {
        id: await world.one<number>(
          `insert into scim_group_role (group_id, role) values ($1, 'reader') returning id::int`,
          [await withGroup(world)],
        ),
      },
    }),
  ],
  putSignOnProvider: [
    'identity-provider.add',
    async ({ one, parent }) => {
      await one('delete from identity_provider where parent_id = $1', [parent.id]);
      return {
        body: { name: 'Clinic', issuer: 'https://login.test', clientId: 'a-client', secret: 'a-secret' },
      };
    },
  ],
  removeSignOnProvider: [
    'identity-provider.remove',
    async (world) => {
      await withProvider(world);
      return {};
    },
  ],
  putSignOnDomain: [
    'identity-provider.change',
    async (world) => {
      await withProvider(world);
      return { body: { domain: 'people.test' } };
    },
  ],
  removeSignOnDomain: [
    'identity-provider.change',
    async (world) => ({
      body: {
        id: await world.one<number>(
          `insert into sign_on_domain (provider_id, domain, proof_key) values ($1, 'people.test', 'key') returning id::int`,
          [await withProvider(world)],
        ),
      },
    }),
  ],
  putSignOnRole: [
    'identity-provider.give-role',
    async (world) => {
      await withProvider(world);
      return { body: { group: 'nurses', account: null, role: 'auditor' } };
    },
  ],
  removeSignOnRole: [
    'identity-provider.take-role',
    async (world) => ({
      body: {
        id: await world.one<number>(
          `insert into sign_on_role (provider_id, group_name, parent_id, role) values ($1, 'nurses', $2, 'auditor') returning id::int`,
          [await withProvider(world), world.parent.id],
        ),
      },
    }),
  ],
  requireSignOn: [
    'identity-provider.change',
    async (world) => {
      await withProvider(world);
      return { body: { required: true } };
    },
  ],
  resendInvitation: ['invitation.resend', withInvitation],
  withdrawInvitation: ['invitation.withdraw', withInvitation],
  acceptInvitation: [
    'person.join',
    async (world) => ({ body: { token: await token(world), name: 'Ana', password: PASSWORD } }),
  ],
  declineInvitation: ['invitation.decline', async (world) => ({ body: { token: await token(world) } })],
  switchAccount: [
    'session.login',
    async (world) => {
      const as = await personally(world);
      return { as, body: { account: as.id } };
    },
  ],
  leaveAccount: ['person.leave', async (world) => ({ as: await personally(world) })],
  putProfile: ['person.rename', async (world) => ({ as: await personally(world), body: { name: 'Ana D.' } })],
} as const satisfies Record<string, Audited>;
