import type { Command } from 'commander';

/** Returns every command that does something, by its words. */
export function leavesOf(command: Command, path: readonly string[]): [string, Command][] {
  if (command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]));
}

/** Returns the command group of a noun, to which several files add commands. */
export function groupOf(program: Command, noun: string): Command {
  return program.commands.find((command) => command.name() === noun) ?? program.command(noun);
}
