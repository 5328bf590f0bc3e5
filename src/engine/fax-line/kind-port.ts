import type { LogOf } from '#engine/log/port.ts';
import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import type { ChosenLine, LineSettings } from './port.ts';

/** The parts of the installation that lines need. */
export interface LineWorld {
  /** Guard for connections to carriers. */
  guard: OutboundGuard;
  /** Returns the address at which a line's carrier reaches us. */
  webhookUrl(line: Pick<LineSettings, 'name' | 'kind'>): string;
  /** Returns the folder for a line's own files on this machine. It may not exist yet. */
  folderOf(line: Pick<LineSettings, 'name'>): string;
  /** Omitted by commands, which print their result instead. */
  log?: LogOf<'warn' | 'error'> | undefined;
}

/** One configuration value of a kind of line. */
export interface LineField {
  /** Its name in the configuration and in the console. */
  name: string;
  /** In English; the console translates the labels that it has texts for. */
  label: string;
  hint?: string;
  /** The option of `f2e line add`, in commander's syntax; a secret's value is read from stdin. Omitted if none. */
  option?: string;
  /** Not shown in the console. */
  commandOnly?: true;
  secret?: true;
  /** Determines where the line's secrets are sent: if it changes, they have to be entered again. */
  target?: true;
  required?: true;
}

/**
 * A kind of line: one folder with a `kind.ts`, and one entry in `kinds.ts`. The command line, the console, the carrier's
 * webhook path and the check of configurations all come from it.
 */
export interface LineKind {
  /** Stored with each line and part of its webhook path: lowercase letters, digits and hyphens. */
  readonly kind: string;
  /** In English; the console translates the labels that it has texts for. */
  readonly label: string;
  readonly fields: readonly LineField[];
  /** Creates the adapter, or says what is wrong with the configuration without repeating its secrets. */
  open(settings: LineSettings, world?: LineWorld): ChosenLine;
}
