import { useCallback, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { changeGroupMembers, deleteContactGroup } from '#contract/mailbox/contact-groups.ts';
import type { ContactGroup } from '#contract/mailbox/contact-groups.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { wantsWarning } from '#web/shared/mailbox/delete-warning.ts';
import { offerUndo, undoable } from '#web/shared/mailbox/undoable.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { contactsChanged, groupsOptions } from './contact-queries.ts';

/** The queries to refetch after an undo. */
const STALE = ['contacts', 'recipients'];

/** The group being named: a new one with its first members, or an existing one. */
export type Naming =
  | { kind: 'new'; contacts: readonly string[]; onAdded?: (id: string) => void }
  | { kind: 'rename'; group: ContactGroup };

/** The groups of the account, and the actions on them. */
export interface Groups {
  list: readonly ContactGroup[];
  loading: boolean;
  failed: boolean;
  retry: () => void;
  naming: Naming | null;
  /** Opens the dialog for a name, or with null closes it. */
  name: (naming: Naming | null) => void;
  changeMembers: (group: ContactGroup, action: 'add' | 'remove', contacts: readonly string[]) => void;
  /** Deletes a group and offers Undo; returns whether it was deleted. */
  remove: (group: ContactGroup) => Promise<boolean>;
}

const NO_GROUPS: readonly ContactGroup[] = [];

/** Loads the groups and changes them. */
export function useGroups(): Groups {
  const query = useQuery(groupsOptions);
  const [naming, setNaming] = useState<Naming | null>(null);
  const changeMembers = useMembers();
  const remove = useRemove();
  const { refetch } = query;
  return useMemo(
    () => ({
      list: query.data ?? NO_GROUPS,
      loading: query.isPending,
      failed: query.isError && query.data === undefined,
      retry: () => void refetch(),
      naming,
      name: setNaming,
      changeMembers,
      remove,
    }),
    [query.data, query.isPending, query.isError, refetch, naming, changeMembers, remove],
  );
}

function useMembers(): Groups['changeMembers'] {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useCallback(
    (group, action, contacts) => {
      const { id, name } = group;
      const change = async () => {
        const { data } = await callApi(changeGroupMembers, { body: { id, action, contacts: [...contacts] } });
        const ids = data.changed;
        void contactsChanged(client);
        if (ids.length === 0) {
          growl.success(t('contacts.groups.addedNone', { name }));
          return;
        }
        const words = { count: ids.length, name };
        const done = t(action === 'add' ? 'contacts.groups.added' : 'contacts.groups.removed', words);
        const inverse = { verb: 'members', id, action: action === 'add' ? 'remove' : 'add', ids } as const;
        offerUndo(client, { done, failed: t('undo.failed.members'), inverse, stale: STALE });
      };
      undoable(change).catch((error: unknown) => growl.error(reasonOf(error) ?? t('contacts.groups.failed')));
    },
    [client, t],
  );
}

function useRemove(): Groups['remove'] {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useCallback(
    async ({ id, name }) => {
      const question = {
        title: t('contacts.groups.deleteTitle', { name }),
        body: t('contacts.groups.deleteBody'),
        confirmLabel: t('contacts.groups.delete'),
        cancelLabel: t('app.cancel'),
        danger: true,
      };
      if ((await wantsWarning(client)) && !(await confirm(question))) return false;
      return await undoable(async () => await removeGroup(client, t, { id, name }));
    },
    [client, t],
  );
}

/** Deletes a group, reports it, and offers Undo. */
async function removeGroup(
  client: QueryClient,
  t: TFunction,
  { id, name }: Pick<ContactGroup, 'id' | 'name'>,
): Promise<boolean> {
  try {
    await callApi(deleteContactGroup, { body: { id } });
  } catch (error) {
    // A group that no longer exists is the desired result; the kit logged the call.
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) {
      growl.error(t('contacts.groups.failed'));
      return false;
    }
  }
  void contactsChanged(client);
  const done = t('contacts.groups.deleted', { name });
  const inverse = { verb: 'group', id } as const;
  offerUndo(client, { done, failed: t('undo.failed.group'), inverse, stale: STALE });
  return true;
}

/** Returns the server's message if it tells people what to do; undefined for any other failure. */
export function reasonOf(error: unknown): string | undefined {
  const told = ['GROUP_EXISTS', 'TOO_MANY_GROUPS', 'GROUP_FULL'];
  return error instanceof ApiError && told.includes(error.code) ? error.message : undefined;
}
