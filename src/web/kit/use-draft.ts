import { useRef, useState } from 'react';

/** What is typed in a form, over what is saved. */
export interface Draft<Values> {
  /** What the form shows. */
  values: Values;
  /** What was changed in it and is not saved yet. */
  changes: Partial<Values>;
  /**
   * Leaving now would lose something: a change that is not on its way, and says anything else than what is saved. A
   * switch that was turned on and off again does not.
   */
  unsaved: boolean;
  change: (more: Partial<Values>) => void;
  saving: boolean;
  /**
   * Saves by `send`, which says whether it was done, one save at a time. Afterwards the draft has only what was typed
   * meanwhile. `sent` are the changes that go out, where these are not all.
   */
  save: (send: () => Promise<boolean>, sent?: Partial<Values>) => Promise<boolean>;
}

/** A form as changes over what is saved; what is saved may become newer while somebody types. */
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

/** The changes that were not sent, or were made again since. */
function without<Values extends object>(changes: Partial<Values>, sent: Partial<Values>): Partial<Values> {
  const left = Object.entries(changes).filter(([name, value]) => value !== sent[name as keyof Values]);
  return Object.fromEntries(left) as Partial<Values>;
}
