import { runOperatorCommand } from '../run-operator-command.ts';
import type { CommandResult } from '../run-operator-command.ts';

/** A command of a browser test; request and result are messages between processes. */
export interface OperatorRequest {
  id: number;
  args: readonly string[];
  input: string;
}
export type OperatorAnswer = CommandResult & { id: number };

/** Commands run one after the other. */
let last: Promise<unknown> = Promise.resolve();

process.on('message', ({ id, args, input }: OperatorRequest) => {
  last = last.then(async () => process.send?.({ id, ...(await runOperatorCommand(args, input)) }));
});
process.on('disconnect', () => process.exit());
