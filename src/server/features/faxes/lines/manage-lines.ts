import type { LineHealth } from '#engine/fax-line/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { Lines, LinesDeps } from './lines.service.ts';
import { sealConfig } from './line-config.ts';
import { insertLine, readLines, retireLine, setLineState } from './lines.store.ts';
import type { NewLine, StoredLine } from './lines.store.ts';

/** Digits of E.164 with `*`, joined by comma, the plus optional. */
const PATTERN = /^\+?[0-9*]{1,20}(\s*,\s*\+?[0-9*]{1,20})*$/;
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
/** `removed-7` is how a removed line is kept; nobody else may be called so. */
const RESERVED_NAME = /^removed-/;

/** How an operator's change ended; `reason` is a sentence to show. */
export type LineChange = { kind: 'ok'; line: StoredLine } | { kind: 'refused'; reason: string };

/** The operator's verbs for lines (docs/lines.md). */
export interface LineAdmin {
  listLines(): Promise<StoredLine[]>;
  addLine(line: Partial<NewLine> & Pick<NewLine, 'kind'>): Promise<LineChange>;
  testLine(name: string): Promise<LineHealth>;
  /** No new calls; those under way end as they end. */
  drainLine(name: string): Promise<LineChange>;
  turnOnLine(name: string): Promise<LineChange>;
  removeLine(name: string): Promise<LineChange>;
}

export function createLineAdmin(deps: LinesDeps, lines: Lines): LineAdmin {
  const { database } = deps;
  const find = async (name: string): Promise<StoredLine | undefined> =>
    (await readLines(database.db)).find((line) => line.name === name);

  const setState = async (name: string, state: 'on' | 'drain', action: string): Promise<LineChange> => {
    const line = await find(name);
    if (!line) return unknown(name);
    await database.transaction(async (tx) => {
      await setLineState(tx, line.id, state);
      await writeAudit(tx, { actor: { kind: 'operator' }, action, object: `line/${name}` });
    });
    return { kind: 'ok', line: { ...line, state } };
  };

  return {
    listLines: async () => await readLines(database.db),
    addLine: async (input) => await addLine(deps, input),
    testLine: async (name) => {
      const line = await find(name);
      if (!line) return { ok: false, reason: `There is no line named “${name}”.` };
      if (line.kind === 'onnet') return { ok: true };
      const adapter = lines.adapterOf(line);
      return adapter
        ? await adapter.check()
        : {
            ok: false,
            reason: 'The stored configuration of the line cannot be used: remove the line and add it again.',
          };
    },
    drainLine: async (name) => await setState(name, 'drain', 'line.drain'),
    turnOnLine: async (name) => await setState(name, 'on', 'line.on'),
    removeLine: async (name) => {
      const line = await find(name);
      if (!line) return unknown(name);
      if (line.kind === 'onnet') return { kind: 'refused', reason: 'The line onnet is always there.' };
      if (line.busy > 0) {
        return {
          kind: 'refused',
          reason: `The line “${name}” has ${line.busy} calls under way: drain it first.`,
        };
      }
      await database.transaction(async (tx) => {
        await retireLine(tx, line.id);
        await writeAudit(tx, { actor: { kind: 'operator' }, action: 'line.remove', object: `line/${name}` });
      });
      return { kind: 'ok', line: { ...line, state: 'off' } };
    },
  };
}

async function addLine(
  deps: LinesDeps,
  input: Partial<NewLine> & Pick<NewLine, 'kind'>,
): Promise<LineChange> {
  const line: NewLine = {
    name: input.name ?? input.kind,
    kind: input.kind,
    pattern: input.pattern ?? '*',
    priority: input.priority ?? 100,
    channels: input.channels ?? 4,
    config: input.config ?? {},
  };
  const reason = fault(deps, line);
  if (reason) return { kind: 'refused', reason };
  const id = await deps.database.transaction(async (tx) => {
    const config = sealConfig(deps.lineKey, line.name, line.config);
    const added = await insertLine(tx, { ...line, config });
    if (added === null) return null;
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'line.add',
      object: `line/${line.name}`,
      detail: { kind: line.kind, pattern: line.pattern, priority: line.priority },
    });
    return added;
  });
  if (id === null) return { kind: 'refused', reason: `There is already a line named “${line.name}”.` };
  return {
    kind: 'ok',
    line: { ...line, config: {}, id, state: 'on', fault: null, restUntil: null, rested: false, busy: 0 },
  };
}

function fault(deps: LinesDeps, line: NewLine): string | null {
  if (!NAME.test(line.name) || RESERVED_NAME.test(line.name)) {
    return 'A line is named with small letters, digits and hyphens, at most 32.';
  }
  if (line.kind === 'onnet') return 'The line onnet is always there.';
  if (!PATTERN.test(line.pattern)) {
    return 'A pattern is digits of the international form with * for any digits, several joined by comma.';
  }
  if (!Number.isInteger(line.channels) || line.channels < 1) return 'A line has at least one channel.';
  const chosen = deps.chooseLine(line);
  return chosen.kind === 'refused' ? chosen.reason : null;
}

function unknown(name: string): LineChange {
  return { kind: 'refused', reason: `There is no line named “${name}”.` };
}
