import type { Command } from 'commander';

import type { Act } from './act.ts';
import { leavesOf } from './command-tree.ts';

/**
 * Commands that only change rows and have no --dry-run of their own: all their work is one transaction, which a dry run
 * rolls back.
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
  'fax discard-stuck',
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

/** Adds --dry-run to commands that do not handle it themselves. */
export interface DryRuns {
  /** Runs the work of a command, as a dry run if the command line says so. */
  perform: Act;
  /** Adds the option to the commands; called once all of them exist. */
  addTo(program: Command): void;
}

/** Creates the dry runs of commands that need not handle the option themselves. */
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
