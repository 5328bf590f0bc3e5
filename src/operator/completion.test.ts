import { spawnSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';

import type { Command } from 'commander';

import { buildProgram } from './command-line.ts';

/** Returns the completion of a shell. */
async function completion(shell: string): Promise<string> {
  let text = '';
  const printed = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text += String(part);
    return true;
  });
  try {
    const program = await buildProgram(async () => {}, 'completion');
    await program.parseAsync(['completion', shell], { from: 'user' });
  } finally {
    printed.mockRestore();
  }
  return text;
}

it('bash completes commands and options', async () => {
  const stdout = await completion('bash');
  const ask = (line: string): string[] => {
    const words = line.split(' ');
    const script = `${stdout}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _f2e; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', script]).stdout.toString().trim().split(' ');
  };
  expect(ask('f2e acc')).toEqual(['account']);
  expect(ask('f2e job re')).toEqual(['retry', 'release']);
  expect(ask('f2e job release --d')).toEqual(['--dry-run']);
  await expect(completion('pwsh')).rejects.toThrow('bash, zsh, fish');
});

it.each([
  ['zsh', "    'account import') list='", ' --no-verify-mail'],
  ['fish', 'complete -c f2e -f -n "__f2e_at \'account\'" -a import -d ', 'Adds the accounts of a CSV file'],
])('%s is given every command with its options', async (shell, line, rest) => {
  const stdout = await completion(shell);
  const found = stdout.split('\n').find((written) => written.startsWith(line));
  expect(found).toContain(rest);
  // If the shell is installed, it must be able to parse its completion.
  const parsed = spawnSync(shell, ['-n'], { input: stdout });
  expect(parsed.error === undefined ? [parsed.status, String(parsed.stderr)] : [0, '']).toEqual([0, '']);
});

it('every command says what it does, where commands are listed', async () => {
  const silent: string[] = [];
  const walk = (command: Command, path: string): void => {
    if (command.description() === '') silent.push(path);
    for (const child of command.commands) walk(child, `${path} ${child.name()}`);
  };
  walk(await buildProgram(async () => {}), 'f2e');
  expect(silent).toEqual([]);
});
