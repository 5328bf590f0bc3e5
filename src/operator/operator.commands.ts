import { randomBytes } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { emailAddress } from '#contract/kit/email-address.ts';
import { OPERATOR_ROLES } from '#contract/kit/roles.ts';
import type { OperatorRole } from '#contract/kit/roles.ts';

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

/** 120 bits, 20 characters: typed once, then changed or kept by a password manager. */
const PASSWORD_BYTES = 15;

interface PasswordOptions extends ActOptions {
  passwordStdin?: boolean;
  role?: OperatorRole;
  email?: string;
  /** False with --no-password. */
  password?: boolean;
}

/** operator add | list | set-role | set-email | reset-password | reset-second-step | remove */
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
  addSettings(operator, act);
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

function addSettings(operator: Command, act: Act): void {
  operator
    .command('set-role')
    .description('What an operator may do in the console, from the next click on')
    .argument('<name>', 'what the operator signs in with')
    .argument('<role>', OPERATOR_ROLES.join(', '), operatorRole)
    .action(async (name: string, role: OperatorRole, options: ActOptions) => {
      await act(options, async ({ database }) =>
        changed(await createOperators({ database: await database() }).setRole(name, role), { role }),
      );
    });
  operator
    .command('set-email')
    .description('The address by which operators’ single sign-on knows an operator; it is linked anew')
    .argument('<name>', 'what the operator signs in with')
    .argument('<address>', 'address at the provider, or none', addressOrNone)
    .action(async (name: string, email: string | null, options: ActOptions) => {
      await act(options, async ({ database }) =>
        changed(await createOperators({ database: await database() }).setEmail(name, email), { email }),
      );
    });
}

function addWithPassword(operator: Command, act: Act): void {
  for (const [verb, words] of [
    ['add', 'Makes an operator; without --password-stdin a password is made and printed this once'],
    ['reset-password', 'Gives an operator a new password and ends all sessions'],
  ] as const) {
    const command = operator
      .command(verb)
      .description(words)
      .argument('<name>', 'what the operator signs in with')
      .option('--password-stdin', 'the password comes on stdin')
      .action(async (name: string, options: PasswordOptions) => {
        const { json, passwordStdin = false, role, email } = options;
        const hasPassword = options.password !== false;
        if (!hasPassword && (passwordStdin || email === undefined))
          throw new InvalidArgumentError('--no-password needs --email, and no password on stdin.');
        await act({ json: json === true }, async ({ database }) => {
          const made =
            passwordStdin || !hasPassword ? null : randomBytes(PASSWORD_BYTES).toString('base64url');
          const operators = createOperators({ database: await database() });
          const password = hasPassword ? (made ?? (await readSecret(process.stdin))) : null;
          const change =
            verb === 'add'
              ? await operators.add(name, password, { role, email })
              : await operators.resetPassword(name, password ?? '');
          return changed(change, made === null ? {} : { password: made });
        });
      });
    if (verb === 'add')
      command
        .option('--role <role>', `${OPERATOR_ROLES.join(', ')} (full)`, operatorRole)
        .option('--email <address>', 'by which operators’ single sign-on knows the operator', address)
        .option('--no-password', 'single sign-on is the only way in; needs --email');
  }
}

function address(written: string): string {
  if (!emailAddress.safeParse(written).success)
    throw new InvalidArgumentError('An address looks like anna@example.com.');
  return written;
}

function addressOrNone(written: string): string | null {
  return written === 'none' ? null : address(written);
}

function changed(change: OperatorChange, more: Record<string, string | null> = {}): Answer {
  return oneRow({ name: accepted(change).operator.name, ...more });
}

function operatorRole(written: string): OperatorRole {
  const known = OPERATOR_ROLES.find((one) => one === written);
  if (!known) throw new InvalidArgumentError(`A role is one of ${OPERATOR_ROLES.join(', ')}.`);
  return known;
}

function wire({
  name,
  role,
  createdAt,
  lastLoginAt,
  twoStep,
  hasPassword,
  email,
  providerId,
}: StoredOperator) {
  return {
    name,
    role,
    email,
    password: hasPassword,
    // The provider's groups determine the role.
    provider: providerId === null ? null : String(providerId),
    since: createdAt.toISOString(),
    lastLogin: lastLoginAt?.toISOString() ?? null,
    twoStep,
  };
}
