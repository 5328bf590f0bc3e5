import type { LogOf } from '#engine/log/port.ts';
import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import type { ChosenLine, LineSettings } from './port.ts';

/** What lines need of the installation around them. */
export interface LineWorld {
  /** The way out to carriers. */
  guard: OutboundGuard;
  /** Where the carrier of a line reaches us. */
  webhookUrl(line: Pick<LineSettings, 'name' | 'kind'>): string;
  /** The folder for a line's own files on this machine. It may not exist yet. */
  folderOf(line: Pick<LineSettings, 'name'>): string;
  /** Left out by commands, whose answer is what they print. */
  log?: LogOf<'warn' | 'error'> | undefined;
}

/** One value that a kind of line is configured with. */
export interface LineField {
  /** Its name in the configuration and in the console. */
  name: string;
  /** In English; the console has translations of those it knows. */
  label: string;
  hint?: string;
  /** The option of `f2e line add`, as commander writes it; a secret's value comes on stdin. Left out: not an option. */
  option?: string;
  /** The console does not ask for it. */
  commandOnly?: true;
  secret?: true;
  /** Says where the line's secrets are sent: with another value, they have to be entered again. */
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
  /** In English; the console has translations of those it knows. */
  readonly label: string;
  readonly fields: readonly LineField[];
  /** Makes the adapter, or says what is wrong with the configuration without repeating its secrets. */
  open(settings: LineSettings, world?: LineWorld): ChosenLine;
}
