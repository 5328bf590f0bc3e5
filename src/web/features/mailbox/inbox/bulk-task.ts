import { useEffect } from 'react';
import type { BulkVerb } from '#contract/mailbox/search.ts';
import { createStore } from '#web/ui/store.ts';
import type { KeptTask } from './kept-task.ts';

/** An action on a selection, in progress or interrupted. */
export interface BulkTask extends KeptTask {
  /** `broken`: the connection was lost. Completed work stays, and the rest can follow. */
  kind: 'running' | 'broken';
  /** The list on which it began, as a search. */
  line: string;
  /** Whether somebody has asked to stop it. */
  stopping: boolean;
}

/** The current action on a selection. It continues while other pages are shown, so no page holds it. */
export const bulkTask = createStore<BulkTask | null>(null, 'session');

/** Returns an action that begins or goes on. */
export function startedTask(id: string, action: BulkVerb, total: number, line: string): BulkTask {
  return { kind: 'running', task: { id, action }, progress: { done: 0, total }, line, stopping: false };
}

/** The list that is shown, as a search; null on other pages. */
let shownLine: string | null = null;

/** Returns whether a list is shown: the progress of its action appears there, otherwise in a notice. */
export const isShown = (line: string): boolean => shownLine === line;

/** Records that a list is shown. */
export function useShownLine(line: string): void {
  useEffect(() => {
    shownLine = line;
    return () => {
      shownLine = null;
    };
  }, [line]);
}
