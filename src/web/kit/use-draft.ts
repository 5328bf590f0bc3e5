import { useRef, useState } from 'react';

/** The changes in a form on top of the saved values. */
export interface Draft<Values> {
  /** The values that the form shows. */
  values: Values;
  /** The unsaved changes. */
  changes: Partial<Values>;
  /**
   * Whether leaving now would lose a change: one that is not being saved and differs from the saved value. A switch that
   * was turned on and off again does not count.
   */
  unsaved: boolean;
  change: (more: Partial<Values>) => void;
  saving: boolean;
  /**
   * Saves with `send`, which returns whether it succeeded; one save at a time. Afterwards the draft holds only what was
   * typed during the save. `sent` holds the changes to save, if these are not all.
   */
  save: (send: () => Promise<boolean>, sent?: Partial<Values>) => Promise<boolean>;
}

/** Keeps a form as changes on top of the saved values, which may be reloaded while somebody types. */
export function useDraft<Values extends object>(saved: Values): Draft<Values> {
  const [changes, setChanges] = useState<Partial<Values>>({});
  const [underWay, setUnderWay] = useState<Partial<Values> | null>(null);
  const busy = useRef(false);
  return {
    values: { ...saved, ...changes },
    changes,
    unsaved: isChanged(underWay === null ? changes : without(changes, underWay), saved),
    change: (more) => setChanges((now) => ({ ...now, ...more })),
    saving: underWay !== null,
    save: async (send, sent = changes) => {
      if (busy.current) return false;
      busy.current = true;
      setUnderWay(sent);
      try {
        const done = await send();
        if (done) setChanges((now) => without(now, sent));
        return done;
      } finally {
        busy.current = false;
        setUnderWay(null);
      }
    },
  };
}

function isChanged<Values extends object>(changes: Partial<Values>, saved: Values): boolean {
  return Object.entries(changes).some(([name, value]) => value !== saved[name as keyof Values]);
}

/** Returns the changes that were not sent, or were changed again since. */
function without<Values extends object>(changes: Partial<Values>, sent: Partial<Values>): Partial<Values> {
  const left = Object.entries(changes).filter(([name, value]) => value !== sent[name as keyof Values]);
  return Object.fromEntries(left) as Partial<Values>;
}
