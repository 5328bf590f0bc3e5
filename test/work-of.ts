import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Client } from 'pg';

import { ARE_YOU_THERE } from '#engine/database/answer-limit.ts';

/** The work that an action causes in this process. Unlike its duration, it does not depend on the machine's load. */
export interface Work {
  /** Parameters of each password hash: algorithm, memory, passes, lanes, bytes. */
  hashes: string[];
  /** The maximum number of hashes computed at the same time. */
  mostHashesAtOnce: number;
  /** Statements sent to any database, including those of timers during the action, but without connection settings. */
  statements: number;
}

/** Runs an action and counts its work; only one at a time in a process. */
export async function workOf<T>(act: () => Promise<T>): Promise<{ result: T; work: Work }> {
  const work: Work = { hashes: [], mostHashesAtOnce: 0, statements: 0 };
  const { argon2 } = crypto;
  const query: typeof Client.prototype.query = Reflect.get(Client.prototype, 'query');
  let running = 0;
  crypto.argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism, tagLength } = parameters;
    work.hashes.push([algorithm, memory, passes, parallelism, tagLength].join());
    running += 1;
    work.mostHashesAtOnce = Math.max(work.mostHashesAtOnce, running);
    argon2(algorithm, parameters, (...end) => {
      running -= 1;
      done(...end);
    });
  };
  Client.prototype.query = function counted(this: Client, ...args: never[]) {
    const text = textOf(args[0]);
    if (text !== ARE_YOU_THERE && !/^set /i.test(text)) work.statements += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  syncBuiltinESMExports();
  try {
    return { result: await act(), work };
  } finally {
    crypto.argon2 = argon2;
    Client.prototype.query = query;
    syncBuiltinESMExports();
  }
}

/** Returns the text of a statement, given as a string or as an object with parameters. */
function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return (statement as { text?: string } | undefined)?.text ?? '';
}

/** Returns the least work of several actions of one kind, which excludes what timers added to some of them. */
export function leastOf(works: readonly Work[]): Pick<Work, 'hashes' | 'statements'> {
  const [first, ...others] = works.toSorted((a, b) => a.statements - b.statements);
  if (!first) throw new Error('there is no work');
  const odd = others.find(({ hashes }) => hashes.join() !== first.hashes.join());
  return {
    hashes: odd ? [...first.hashes, 'or', ...odd.hashes] : first.hashes,
    statements: first.statements,
  };
}
