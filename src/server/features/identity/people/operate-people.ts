import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { deleteMembership, findPersonName, listMembers } from './people.store.ts';
import type { MemberRow } from './people.store.ts';

/** What an operator does for people who can't help themselves. */
export interface PeopleAdmin {
  /** Who works on an account. */
  list(accountId: number): Promise<MemberRow[]>;
  /** Takes somebody off an account, whose sessions on it end with that; false when they don't work on it. */
  remove(accountId: number, personId: number): Promise<boolean>;
  /** The name of a person; undefined when there is none. */
  nameOf(personId: number): Promise<string | undefined>;
}

export function createPeopleAdmin(database: Database): PeopleAdmin {
  return {
    list: async (accountId) => await listMembers(database.db, provenAccount(accountId)),
    remove: async (accountId, personId) =>
      await database.transaction(async (tx) => {
        if (!(await deleteMembership(tx, provenAccount(accountId), personId))) return false;
        await writeAudit(tx, {
          actor: { kind: 'operator' },
          accountId,
          action: 'person.remove',
          object: `account/${accountId}`,
          detail: { person: personId },
        });
        return true;
      }),
    nameOf: async (personId) => await findPersonName(database.db, personId),
  };
}
