import type { Command } from 'commander';

import { leavesOf } from './command-tree.ts';
import { CUSTOMER_EXAMPLES } from './customer-examples.ts';
import { OPERATION_EXAMPLES } from './operation-examples.ts';

/** By command; others bring examples with their own help. A test reads each line as the shell would. */
const EXAMPLES = { ...CUSTOMER_EXAMPLES, ...OPERATION_EXAMPLES };

/** Adds the examples to the help of their commands. */
export function addExamples(program: Command): void {
  for (const [path, command] of leavesOf(program, [])) {
    const lines = EXAMPLES[path];
    if (lines) {
      const head = lines.length === 1 ? 'Example:' : 'Examples:';
      command.addHelpText('after', `\n${head}\n${lines.map((line) => `  ${line}`).join('\n')}`);
    }
  }
}
