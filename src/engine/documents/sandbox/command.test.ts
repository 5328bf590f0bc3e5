import { describe, expect, test } from 'vitest';
import { childCommand } from './command.ts';

/** Returns the CPU seconds that the kernel allows a child whose documents may take `wallMs`. */
function cpuSeconds(wallMs?: number): number {
  const words = childCommand('user-namespace', { wallMs })?.arguments.join(' ') ?? '';
  return Number(/--cpu=(\d+)/.exec(words)?.[1]);
}

describe('the command of a converter child', () => {
  test('may compute as long as the installation lets a document take', () => {
    expect([cpuSeconds(), cpuSeconds(60_000), cpuSeconds(900_000)]).toEqual([300, 300, 1860]);
  });

  test('names the project only as its mount, and never a document', () => {
    const command = childCommand('user-namespace');
    const inside = command?.arguments.slice(command.arguments.lastIndexOf('--')) ?? [];
    expect(inside.join(' ')).not.toContain(process.cwd());
  });
});
