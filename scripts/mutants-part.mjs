import { createHash } from 'node:crypto';
import { relative } from 'node:path';

import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin';

import { SetupError } from './project.mjs';

/**
 * Which part of how many, as in 3/40.
 * @param {string} text @returns {{ part: number, of: number }} @throws {SetupError} where there is no such part
 */
export function partOf(text) {
  const [part = 0, of = 0] = (/^(\d+)\/(\d+)$/u.exec(text) ?? []).slice(1).map(Number);
  if (part < 1 || part > of) throw new SetupError(`${text} is no part. Name one as in --part 3/40.`);
  return { part, of };
}

/**
 * Lets through the changes that belong to the part in MUTANTS_PART. The place and the kind of a change decide, so the
 * parts do not overlap and stay the same while the code does. The others count as never made.
 */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Checker, 'part', {
    init: async () => {},
    check: async (mutants) => {
      const { part, of } = partOf(process.env['MUTANTS_PART'] ?? '1/1');
      return Object.fromEntries(
        mutants.map(({ id, fileName, location: { start, end }, replacement }) => {
          const place = [start.line, start.column, end.line, end.column];
          const change = JSON.stringify([relative('.', fileName), ...place, replacement]);
          const number = createHash('sha256').update(change).digest().readUInt32BE(0);
          return [
            id,
            number % of === part - 1
              ? { status: 'passed' }
              : { status: 'compileError', reason: 'another part' },
          ];
        }),
      );
    },
  }),
];
