import type { BulkProgress, BulkVerb } from '#contract/mailbox/search.ts';
import { onSessionEnd } from '#web/kit/session-store.ts';

/** An action on a selection. */
export interface Task {
  id: string;
  action: BulkVerb;
}

/** A task and its progress. */
export interface KeptTask {
  task: Task;
  progress: Pick<BulkProgress, 'done' | 'total'>;
}

/** The key in sessionStorage: the task belongs to this tab. */
const KEY = 'f2e.bulk';
/** How long a stopped task may be resumed without asking, in ms; a reload takes only seconds. */
const STILL_MS = 60_000;

/** Stores the running task, so that it resumes after a reload and can offer Undo at its end; null removes it. */
export function keepTask(kept: KeptTask | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ ...kept, at: Date.now() }));
  } catch {
    // Without storage, a reload ends the task, and has no other effect.
  }
}

/** Returns the task that a reload or a failure interrupted; `fresh` if so recently that it resumes automatically. */
export function interruptedTask(): (KeptTask & { fresh: boolean }) | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (KeptTask & { at: number }) | null;
    return kept && { ...kept, fresh: Date.now() - kept.at < STILL_MS };
  } catch {
    return null;
  }
}

onSessionEnd(() => keepTask(null));
