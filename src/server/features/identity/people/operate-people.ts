import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { auditOfOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import { deleteMembership, findPersonName, listMembers } from './people.store.ts';
import type { MemberRow } from './people.store.ts';

/** What an operator does for people who can't help themselves. */
export interface PeopleAdmin {
  /** Who works on an account, or for an administrator. */
  list(place: Owner): Promise<MemberRow[]>;
  /** Takes somebody off it, whose sessions there end with that; false when they don't work there. */
  remove(place: Owner, personId: number): Promise<boolean>;
  /** The name of a person; undefined when there is none. */
  nameOf(personId: number): Promise<string | undefined>;
}

export function createPeopleAdmin(database: Database): PeopleAdmin {
  return {
    list: async (place) => await listMembers(database.db, place),
    remove: async (place, personId) =>
      await database.transaction(async (tx) => {
        if (!(await deleteMembership(tx, place, personId))) return false;
        await writeAudit(tx, {
          ...auditOfOwner(place),
          actor: { kind: 'operator' },
          action: 'person.remove',
          detail: { person: personId },
        });
        return true;
      }),
    nameOf: async (personId) => await findPersonName(database.db, personId),
  };
}
