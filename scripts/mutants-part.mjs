import { createHash } from 'node:crypto';
import { relative } from 'node:path';

import { SetupError } from './project.mjs';

/**
 * Parses a part and the number of parts, such as 3/40.
 * @param {string} text @returns {{ part: number, of: number }} @throws {SetupError} if there is no such part
 */
export function partOf(text) {
  const [part = 0, of = 0] = (/^(\d+)\/(\d+)$/u.exec(text) ?? []).slice(1).map(Number);
  if (part < 1 || part > of) throw new SetupError(`${text} is no part. Name one as in --part 3/40.`);
  return { part, of };
}

/**
 * A code change that Stryker could make.
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ id: string, fileName: string, location: { start: Position, end: Position }, replacement: string }} Change
 */

/**
 * Computes a number from the location and kind of a change, so that parts do not overlap and stay the same while the
 * code does.
 * @param {Change} change
 */
function numberOf({ fileName, location: { start, end }, replacement }) {
  const place = [start.line, start.column, end.line, end.column];
  const change = JSON.stringify([relative('.', fileName), ...place, replacement]);
  return createHash('sha256').update(change).digest().readUInt32BE(0);
}

/** A Stryker plugin that accepts the changes of the part in MUTANTS_PART; the others count as never made. */
export const strykerPlugins = [
  {
    kind: 'Checker',
    name: 'part',
    value: {
      init: async () => {},
      /** @param {Change[]} changes */
      check: async (changes) => {
        const { part, of } = partOf(process.env['MUTANTS_PART'] ?? '1/1');
        const answer = (/** @type {Change} */ change) =>
          numberOf(change) % of === part - 1
            ? { status: 'passed' }
            : { status: 'compileError', reason: 'another part' };
        return Object.fromEntries(changes.map((change) => [change.id, answer(change)]));
      },
    },
  },
];
