import type { Command } from 'commander';

import { CommandRefusal } from './refusal.ts';

/** completion bash */
export function addCompletionCommands(program: Command): void {
  program
    .command('completion')
    .description('Prints the completion of this command for a shell')
    .argument('<shell>', 'bash')
    .addHelpText('after', '\nExample:\n  f2e completion bash > /etc/bash_completion.d/f2e')
    .action((shell: string) => {
      if (shell !== 'bash') throw new CommandRefusal('There is a completion for bash only.');
      process.stdout.write(bashCompletion(program));
    });
}

/** Every command with what may follow it; written once, so the shell need not start us for each key. */
function bashCompletion(program: Command): string {
  const cases = pathsOf(program, []).map(
    ({ path, words }) => `    '${path.join(' ')}') words='${words.join(' ')}' ;;`,
  );
  return `# bash completion for f2e
_f2e() {
  local path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *[!a-z-]*) ;; *) path="$path \${word}" ;; esac
  done
  case "\${path# }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [ -z "$words" ]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _f2e f2e
`;
}

function pathsOf(command: Command, path: string[]): { path: string[]; words: string[] }[] {
  const words = [
    ...command.commands.map((child) => child.name()),
    ...command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long])),
  ];
  return [{ path, words }, ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}
