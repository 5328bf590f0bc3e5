import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';

import { createOperators } from '#server/features/identity/operators/operators.service.ts';
import type {
  OperatorChange,
  StoredOperator,
} from '#server/features/identity/operators/operators.service.ts';
import { createTellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { resetSecondStep } from '#server/features/identity/second-factor/operate-second-step.ts';

import type { Act, ActOptions } from './act.ts';
import { readSecret } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** 120 bits, 20 letters: typed once, then changed or kept by a password manager. */
const PASSWORD_BYTES = 15;

interface PasswordOptions extends ActOptions {
  passwordStdin?: boolean;
}

/** operator add | list | reset-password | reset-second-step | remove */
export function addOperatorCommands(program: Command, act: Act): void {
  const operator = program.command('operator').description('Who may sign in to the console at /operator');
  addWithPassword(operator, act);
  operator
    .command('list')
    .description('Who may sign in, and since when')
    .action(async (options: ActOptions) => {
      await act(options, async ({ database }) =>
        listOf('operators', (await createOperators({ database: await database() }).list()).map(wire)),
      );
    });
  operator
    .command('reset-second-step')
    .description('For a lost device and lost recovery codes: the password alone logs in again')
    .argument('<name>', 'what the operator signs in with')
    .action(async (name: string, options: ActOptions) => {
      await act(options, async ({ database, mail }) => {
        const found = await createOperators({ database: await database() }).find(name);
        if (!found) throw new CommandRefusal(`There is no operator “${name}”.`);
        const deps = { database: await database(), tell: createTellOfChange((await mail()).queueMail) };
        const { wasOn } = await resetSecondStep(deps, { kind: 'operator', id: found.id });
        return oneRow({ name: found.name, wasOn });
      });
    });
  operator
    .command('remove')
    .description('Ends all sessions of an operator; the audit keeps the name')
    .argument('<name>', 'what the operator signs in with')
    .action(async (name: string, options: ActOptions) => {
      await act(options, async ({ database }) =>
        changed(await createOperators({ database: await database() }).remove(name)),
      );
    });
}

function addWithPassword(operator: Command, act: Act): void {
  for (const [verb, words] of [
    ['add', 'Makes an operator; without --password-stdin a password is made and printed this once'],
    ['reset-password', 'Gives an operator a new password and ends all sessions'],
  ] as const)
    operator
      .command(verb)
      .description(words)
      .argument('<name>', 'what the operator signs in with')
      .option('--password-stdin', 'the password comes on stdin')
      .action(async (name: string, { json, passwordStdin = false }: PasswordOptions) => {
        await act({ json: json === true }, async ({ database }) => {
          const made = passwordStdin ? null : randomBytes(PASSWORD_BYTES).toString('base64url');
          const operators = createOperators({ database: await database() });
          const password = made ?? (await readSecret(process.stdin));
          const change =
            verb === 'add'
              ? await operators.add(name, password)
              : await operators.resetPassword(name, password);
          return changed(change, made === null ? {} : { password: made });
        });
      });
}

function changed(change: OperatorChange, more: Record<string, string> = {}): Answer {
  return oneRow({ name: accepted(change).operator.name, ...more });
}

function wire({ name, createdAt, lastLoginAt, twoStep }: StoredOperator) {
  return {
    name,
    since: createdAt.toISOString(),
    lastLogin: lastLoginAt?.toISOString() ?? null,
    twoStep,
  };
}
