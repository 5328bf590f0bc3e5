import type { LineKind } from '#engine/fax-line/kind-port.ts';
import type { FaxLine, LineHealth } from '#engine/fax-line/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { Lines, LinesDeps } from './lines.service.ts';
import { changeLine, configOf } from './change-line.ts';
import type { LineSettingsChange } from './change-line.ts';
import { sealConfig } from './line-config.ts';
import { faultOf } from './line-rules.ts';
import { insertLine, readLines, retireLine, setLineState } from './lines.store.ts';
import { wakeWaiting } from './waiting-faxes.store.ts';
import type { NewLine, StoredLine } from './lines.store.ts';

/** A line as operators see it. A carrier that reports events sends them to `webhookUrl`. */
export type ListedLine = StoredLine & { webhookUrl: string | null };

/** Health of a line and, if a request was sent, its response time in milliseconds. */
export type LineTest = LineHealth & { ms?: number };

const UNUSABLE: LineTest = {
  ok: false,
  reason: 'The stored configuration of the line cannot be used: remove the line and add it again.',
};

/** The outcome of an operator's change; `reason` is a sentence to show. */
export type LineChange = { kind: 'ok'; line: ListedLine } | { kind: 'refused'; reason: string };

/** The operator's actions on lines (docs/lines.md). */
export interface LineAdmin {
  listLines(): Promise<ListedLine[]>;
  addLine(line: Partial<NewLine> & Pick<NewLine, 'kind'>): Promise<LineChange>;
  testLine(name: string): Promise<LineTest>;
  /** Stops new calls; calls in progress continue. */
  drainLine(name: string): Promise<LineChange>;
  turnOnLine(name: string): Promise<LineChange>;
  removeLine(name: string): Promise<LineChange>;
  /** Changes which numbers it reaches, when, and how. */
  setLine(name: string, change: LineSettingsChange, kinds: readonly LineKind[]): Promise<LineChange>;
  /**
   * Returns how a line is configured, with its secrets; null if there is no such line or its configuration cannot be
   * opened.
   */
  configOf(name: string): Promise<Record<string, string> | null>;
}

export function createLineAdmin(deps: LinesDeps, lines: Lines): LineAdmin {
  const { database } = deps;
  const listed = (line: StoredLine): ListedLine => ({
    ...line,
    webhookUrl: lines.adapterOf(line)?.carrier?.webhookUrl ?? null,
  });
  const find = async (name: string): Promise<ListedLine | undefined> =>
    (await readLines(database.db)).map(listed).find((line) => line.name === name);

  const setState = async (name: string, state: 'on' | 'drain', action: string): Promise<LineChange> => {
    const line = await find(name);
    if (!line) return unknown(name);
    await database.transaction(async (tx) => {
      await setLineState(tx, line.id, state);
      if (state === 'on') await wakeWaiting(tx);
      await writeAudit(tx, { actor: { kind: 'operator' }, action, object: `line/${name}` });
    });
    return { kind: 'ok', line: { ...line, state } };
  };

  return {
    listLines: async () => (await readLines(database.db)).map(listed),
    addLine: async (input) => await addLine(deps, input),
    testLine: async (name) => {
      const line = await find(name);
      if (!line) return { ok: false, reason: `There is no line named “${name}”.` };
      if (line.kind === 'onnet') return { ok: true };
      return await timedCheck(lines.adapterOf(line));
    },
    drainLine: async (name) => await setState(name, 'drain', 'line.drain'),
    turnOnLine: async (name) => await setState(name, 'on', 'line.on'),
    configOf: async (name) => {
      const line = await find(name);
      return line ? configOf(deps, line) : null;
    },
    setLine: async (name, change, kinds) => {
      const line = await find(name);
      if (!line) return unknown(name);
      if (line.kind === 'onnet') return { kind: 'refused', reason: 'The line onnet cannot be changed.' };
      const fields = kinds.find(({ kind }) => kind === line.kind)?.fields ?? [];
      const changed = await changeLine(deps, lines, line, { change, fields });
      return changed.kind === 'ok' ? { kind: 'ok', line: (await find(name)) ?? line } : changed;
    },
    removeLine: async (name) => {
      const line = await find(name);
      if (!line) return unknown(name);
      return await removeLine(deps, line);
    },
  };
}

async function timedCheck(line: FaxLine | null): Promise<LineTest> {
  if (!line) return UNUSABLE;
  const began = performance.now();
  const health = await line.check();
  return { ...health, ms: Math.round(performance.now() - began) };
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
    price: input.price ?? null,
    channels: input.channels ?? 4,
    hours: input.hours ?? '',
    config: input.config ?? {},
  };
  const reason = faultOf(line);
  if (reason) return { kind: 'refused', reason };
  const chosen = deps.chooseLine(line);
  if (chosen.kind === 'refused') return chosen;
  const webhookUrl = chosen.line.carrier?.webhookUrl ?? null;
  const id = await deps.database.transaction(async (tx) => {
    const config = sealConfig(deps.lineKey, line.name, line.config);
    const added = await insertLine(tx, { ...line, config });
    if (added === null) return null;
    await wakeWaiting(tx);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'line.add',
      object: `line/${line.name}`,
      detail: { kind: line.kind, pattern: line.pattern, priority: line.priority, price: line.price },
    });
    return added;
  });
  if (id === null) return { kind: 'refused', reason: `There is already a line named “${line.name}”.` };
  return {
    kind: 'ok',
    line: {
      ...line,
      config: {},
      id,
      state: 'on',
      fault: null,
      restUntil: null,
      rested: false,
      busy: 0,
      webhookUrl,
    },
  };
}

/** Removes a line without calls for good. */
async function removeLine({ database }: LinesDeps, line: ListedLine): Promise<LineChange> {
  const { name } = line;
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
}

function unknown(name: string): LineChange {
  return { kind: 'refused', reason: `There is no line named “${name}”.` };
}
