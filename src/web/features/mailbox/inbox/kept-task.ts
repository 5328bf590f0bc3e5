import type { BulkProgress, BulkVerb } from '#contract/mailbox/search.ts';
import { onSessionEnd } from '#web/kit/session-store.ts';

/** What is being done to a selection. */
export interface Task {
  id: string;
  action: BulkVerb;
}

/** A task and how far it has come. */
export interface KeptTask {
  task: Task;
  progress: Pick<BulkProgress, 'done' | 'total'>;
}

/** Name in sessionStorage: the task belongs to this tab. */
const KEY = 'f2e.bulk';
/** A reload takes seconds; what has stood still for longer is not continued unasked. */
const STILL_MS = 60_000;

/** Keeps the task that is carried out, so that a reload goes on with it and can offer Undo at its end; null forgets it. */
export function keepTask(kept: KeptTask | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ ...kept, at: Date.now() }));
  } catch {
    // Without storage a reload ends the task, nothing else.
  }
}

/** The task that a reload has interrupted, or that broke off; `fresh` if it is so short ago that it goes on by itself. */
export function interruptedTask(): (KeptTask & { fresh: boolean }) | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (KeptTask & { at: number }) | null;
    return kept && { ...kept, fresh: Date.now() - kept.at < STILL_MS };
  } catch {
    return null;
  }
}

onSessionEnd(() => keepTask(null));
