import type { LineKind } from '#engine/fax-line/kind-port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { openConfig, sealConfig } from './line-config.ts';
import { faultOf } from './line-rules.ts';
import type { Lines, LinesDeps } from './lines.service.ts';
import { lockLine, updateLine } from './lines.store.ts';
import { wakeWaiting } from './waiting-faxes.store.ts';
import type { StoredLine } from './lines.store.ts';

/** The changes to a line; what is left out stays unchanged. An empty text removes a value of the configuration. */
export interface LineSettingsChange {
  pattern?: string | undefined;
  priority?: number | undefined;
  /** Null removes it. */
  price?: number | null | undefined;
  channels?: number | undefined;
  /** In written form; empty for always. */
  hours?: string | undefined;
  config?: Readonly<Record<string, string>> | undefined;
}

/** The fields of the line's kind. */
type Fields = LineKind['fields'];

export type Changed = { kind: 'ok' } | { kind: 'refused'; reason: string };

/** Returns how a line is configured, with its secrets; null if its configuration cannot be opened. */
export function configOf(deps: LinesDeps, line: StoredLine): Record<string, string> | null {
  return openConfig(deps.lineKey, line.name, line.config) as Record<string, string> | null;
}

/**
 * Changes a line. A secret that is left empty stays, unless it would be sent elsewhere. Calls in progress continue as
 * they began. The outcome of a call is queried from the place where it was placed: a line that does not report outcomes
 * itself must be drained, and without calls, before its configuration changes.
 */
export async function changeLine(
  deps: LinesDeps,
  lines: Pick<Lines, 'adapterOf'>,
  line: StoredLine,
  { change, fields }: { change: LineSettingsChange; fields: Fields },
): Promise<Changed> {
  const known = configOf(deps, line);
  if (!known) return { kind: 'refused', reason: 'Its configuration cannot be opened: add the line anew.' };
  const config = merged(known, change.config, fields);
  const again = secretsToRepeat(fields, known, config, change.config);
  if (again !== null) return { kind: 'refused', reason: again };
  const { pattern = line.pattern, priority = line.priority, channels = line.channels } = change;
  const { price = line.price, hours = line.hours } = change;
  const next = { ...line, pattern, priority, price, channels, hours, config };
  const reason = faultOf(next);
  if (reason !== null) return { kind: 'refused', reason };
  const chosen = deps.chooseLine(next);
  if (chosen.kind === 'refused') return chosen;
  const other = JSON.stringify(config) !== JSON.stringify(known);
  const tells = lines.adapterOf(line)?.tells ?? false;
  return await deps.database.transaction(async (tx) => {
    const held = await lockLine(tx, line.id);
    if (!held) return { kind: 'refused', reason: `There is no line named “${line.name}”.` };
    if (other && !tells && (held.busy > 0 || held.state === 'on'))
      return {
        kind: 'refused',
        reason: `Drain the line “${line.name}” first, and wait for its calls to end.`,
      };
    const sealed = other ? sealConfig(deps.lineKey, line.name, config) : line.config;
    await updateLine(tx, line.id, { pattern, priority, price, channels, hours, config: sealed });
    await wakeWaiting(tx);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'line.set',
      object: `line/${line.name}`,
      detail: { pattern, priority, price, channels, hours, changed: Object.keys(change.config ?? {}) },
    });
    return { kind: 'ok' };
  });
}

function merged(
  known: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>> = {},
  fields: Fields,
): Record<string, string> {
  const secrets = fields.filter(({ secret }) => secret).map(({ name }) => name);
  const given = Object.entries(change).filter(([name, value]) => value !== '' || !secrets.includes(name));
  const all = { ...known, ...Object.fromEntries(given) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/**
 * Returns the secret to enter again, as a sentence. A stored secret goes only where it was entered for, because an
 * operator who can change a line does not have the secret (A-SFTP-09).
 */
function secretsToRepeat(
  fields: Fields,
  known: Readonly<Record<string, string>>,
  next: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> = {},
): string | null {
  const moved = fields.find(({ name, target }) => target && (known[name] ?? '') !== (next[name] ?? ''));
  const kept = fields.find(
    ({ name, secret }) => secret && known[name] !== undefined && (given[name] ?? '') === '',
  );
  return moved && kept ? `Enter “${kept.label}” again: it was for another “${moved.label}”.` : null;
}
