import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  changeRole,
  invitePeople,
  people,
  removePerson,
  resendInvitation,
  withdrawInvitation,
} from '#contract/identity/people.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import type { PageData } from '#web/kit/use-entries.ts';
import { confirm } from '#web/ui/confirm.tsx';

const KEY = ['people'];

type Team = ReplyOf<typeof people>;
/** A person who works on the account. */
export type Person = Team['people'][number];
/** A person who was invited. */
export type Invitation = Team['invitations'][number];

/** The kind of place where people work: an account, or an administration. */
export type Place = 'account' | 'administrator';

/** The people of a place, and the actions on them. */
export interface People extends PageData {
  place: Place;
  team: Team;
  /** Throws the errors of the addresses; returns the addresses that were skipped. */
  invite: (emails: readonly string[], role: AnyRole) => Promise<readonly string[]>;
  setRole: (person: Person, role: AnyRole) => void;
  /** Asks for confirmation first. */
  remove: (person: Person) => void;
  resend: (invitation: Invitation) => void;
  withdraw: (invitation: Invitation) => void;
}

const NOBODY: Team = { people: [], invitations: [], numberLogin: { you: false, lastUsedAt: null } };

/** Loads the people of the signed-in account or administrator and changes them. */
export function usePeople(place: Place = 'account'): People {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: async () => await callApi(people) });
  const refresh = async () => await client.invalidateQueries({ queryKey: KEY });
  const run = async (done: string, change: () => Promise<unknown>) => {
    await runChange({ waiting: t('people.working'), done, failed: t('people.failed') }, change);
    await refresh();
  };
  const remove = async ({ id, name }: Person) => {
    const sure = await confirm({
      title: t('people.removeTitle', { name }),
      body: t('people.removeText'),
      confirmLabel: t('people.remove'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    await run(t('people.removed', { name }), async () => await callApi(removePerson, { body: { id } }));
  };
  return {
    place,
    team: query.data ?? NOBODY,
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    reload: () => void query.refetch(),
    invite: async (emails, role) => {
      const { data } = await callApi(invitePeople, { body: { emails: [...emails], role } });
      await refresh();
      return data.skipped;
    },
    setRole: ({ id, name }, role) => {
      const done = t('people.roleChanged', { name, role: t(`people.roles.${role}`) });
      void run(done, async () => await callApi(changeRole, { body: { id, role } }));
    },
    remove: (person) => void remove(person),
    resend: ({ id }) =>
      void run(t('people.resent'), async () => await callApi(resendInvitation, { body: { id } })),
    withdraw: ({ id }) =>
      void run(t('people.withdrawn'), async () => await callApi(withdrawInvitation, { body: { id } })),
  };
}
