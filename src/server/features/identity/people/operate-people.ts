import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { auditOfOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

import { deleteMembership, findPersonName, listMembers } from './people.store.ts';
import type { MemberRow } from './people.store.ts';

/** What operators can do for people who cannot help themselves. */
export interface PeopleAdmin {
  /** Returns who works on an account or for an administrator. */
  list(place: Owner): Promise<MemberRow[]>;
  /** Removes a person from the place, which ends their sessions there. Returns false if they do not work there. */
  remove(place: Owner, personId: number): Promise<boolean>;
  /** Returns the name of a person; undefined if there is none. */
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
