import type { BodyIn } from '#contract/kit/call.ts';
import type { FaxWork } from '#contract/mailbox/fax-work.ts';
import type { putWork } from '#contract/mailbox/team.ts';

/** The values to set on faxes; omitted ones stay. */
export type WorkChange = Omit<BodyIn<typeof putWork>, 'faxes'>;

/** A fax before a change, and its version after it. */
export interface ChangedFax {
  id: string;
  before: Pick<FaxWork, 'status' | 'assignee' | 'due' | 'tags'> | undefined;
  version: number;
}

/** Returns the changes that undo a change: one for all faxes that were equal before, none for unchanged faxes. */
export function inverseOf(change: WorkChange, faxes: readonly ChangedFax[]): BodyIn<typeof putWork>[] {
  const groups = new Map<string, BodyIn<typeof putWork>>();
  for (const { id, before, version } of faxes) {
    const back = takenBack(change, before ?? { status: 'open', assignee: null, due: null, tags: [] });
    if (Object.keys(back).length === 0) continue;
    const key = JSON.stringify(back);
    const group = groups.get(key) ?? { ...back, faxes: [] };
    group.faxes.push({ id, version });
    groups.set(key, group);
  }
  return [...groups.values()];
}

function takenBack(
  { status, assignee, due, addTags = [], removeTags = [] }: WorkChange,
  before: NonNullable<ChangedFax['before']>,
): WorkChange {
  const has = (tag: unknown) => before.tags.includes(String(tag));
  const [added, removed] = [addTags.filter((tag) => !has(tag)), removeTags.filter(has)];
  return {
    ...(status !== undefined && status !== before.status && { status: before.status }),
    ...(assignee !== undefined &&
      String(assignee) !== String(before.assignee) && { assignee: before.assignee }),
    ...(due !== undefined && due !== before.due && { due: before.due }),
    ...(added.length > 0 && { removeTags: added }),
    ...(removed.length > 0 && { addTags: removed }),
  };
}
