import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

/** The function that writes the completion of each shell. */
const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

const HELP = `
Examples:
  f2e completion bash > /etc/bash_completion.d/f2e
  f2e completion zsh > /usr/local/share/zsh/site-functions/_f2e
  f2e completion fish > /etc/fish/completions/f2e.fish`;

/** completion bash | zsh | fish */
export function addCompletionCommands(program: Command): void {
  program
    .command('completion')
    .description('Prints the completion of this command for a shell')
    .argument('<shell>', Object.keys(SHELLS).join(', '), shellOf)
    .addHelpText('after', HELP)
    .action((shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](program));
    });
}

function shellOf(written: string): keyof typeof SHELLS {
  if (Object.hasOwn(SHELLS, written)) return written as keyof typeof SHELLS;
  throw new InvalidArgumentError(`There are completions for ${Object.keys(SHELLS).join(', ')}.`);
}

/**
 * Returns every command with the words that may follow it; written once, so that the shell need not run f2e at each key
 * press.
 */
function bashCompletion(program: Command): string {
  return `# bash completion for f2e
_f2e() {
  local path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *[!a-z-]*) ;; *) path="$path \${word}" ;; esac
  done
  case "\${path# }" in
${casesOf(program)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [ -z "$words" ]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _f2e f2e
`;
}

function zshCompletion(program: Command): string {
  return `#compdef f2e
local path_='' list='' word
for word in "\${(@)words[2,CURRENT-1]}"; do
  case "$word" in -*) ;; *[!a-z-]*) ;; *) path_="$path_ $word" ;; esac
done
case "\${path_# }" in
${casesOf(program).replaceAll('words=', 'list=')}
esac
if [[ -n "$list" ]]; then compadd -- \${=list}; else _files; fi
`;
}

/** Returns fish's completion: fish checks each line below against the command line. */
function fishCompletion(program: Command): string {
  const lines = pathsOf(program, []).flatMap(({ path, command }) => {
    const where = `-n "__f2e_at '${path.join(' ')}'"`;
    return [
      ...command.commands.map(
        (child) =>
          `complete -c f2e -f ${where} -a ${child.name()}${about(child.summary() || child.description())}`,
      ),
      ...command.options.flatMap(({ long, description }) =>
        long ? [`complete -c f2e ${where} -l ${long.slice(2)}${about(description)}`] : [],
      ),
    ];
  });
  return `# fish completion for f2e
function __f2e_at
  set -l path
  for word in (commandline -opc)[2..-1]
    string match -qr '^[a-z][a-z-]*$' -- $word; and set -a path $word
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** Returns the option that shows a description. */
function about(text: string): string {
  return text === '' ? '' : ` -d '${text.replaceAll("'", '’')}'`;
}

function casesOf(program: Command): string {
  return pathsOf(program, [])
    .map(({ path, words }) => `    '${path.join(' ')}') words='${words.join(' ')}' ;;`)
    .join('\n');
}

interface Place {
  path: string[];
  command: Command;
  words: string[];
}

function pathsOf(command: Command, path: string[]): Place[] {
  const words = [
    ...command.commands.map((child) => child.name()),
    ...command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long])),
  ];
  return [
    { path, command, words },
    ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()])),
  ];
}
