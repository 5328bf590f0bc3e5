import type { Command } from 'commander';

import type { Act } from './act.ts';
import { leavesOf } from './command-tree.ts';

/**
 * Commands that change rows and nothing else, and have no --dry-run of their own: all that they do is one transaction,
 * which a trial rolls back.
 */
const TRIABLE: ReadonlySet<string> = new Set([
  'account add',
  'account suspend',
  'account resume',
  'blocked-domain add',
  'blocked-domain remove',
  'brand set',
  'brand remove',
  'brand domain add',
  'brand domain remove',
  'brand domain primary',
  'cancellation approve',
  'cancellation reject',
  'key add',
  'key remove',
  'line drain',
  'line on',
  'line remove',
  'line set',
  'node drain',
  'node on',
  'node remove',
  'number add',
  'operator add',
  'operator remove',
  'parent add',
  'parent slots',
  'parent disable',
  'parent enable',
  'person remove',
  'person reset-second-step',
  'sso add',
  'sso change-secret',
  'sso require',
  'sso remove',
  'port submit',
  'port accept',
  'port complete',
  'port reject',
  'product set',
  'webhook remove',
  'webhook disable',
  'webhook enable',
]);

/** What the command line asks for beside what the command itself looks at. */
export interface DryRuns {
  /** Does the work of a command as a trial when it was asked for. */
  perform: Act;
  /** Gives the commands their option; called when all of them are there. */
  addTo(program: Command): void;
}

/** Makes --dry-run known to commands that need not know it. */
export function createDryRuns(perform: Act): DryRuns {
  let trial = false;
  return {
    perform: async (options, work) => await perform({ ...options, ...(trial && { dryRun: true }) }, work),
    addTo: (program) => {
      for (const [path, command] of leavesOf(program, [])) {
        if (TRIABLE.has(path)) command.option('--dry-run', 'say what would happen and change nothing');
      }
      program.hook('preAction', (_, command) => {
        trial = command.opts<{ dryRun?: boolean }>().dryRun === true;
      });
    },
  };
}
