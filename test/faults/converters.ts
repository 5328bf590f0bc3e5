import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the sandboxed processes of a product that are drawing pages right now. */
export async function convertersOf(product: { pid: number }): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const parents = await ancestors(Number(name));
    const command = await readFile(join('/proc', name, 'cmdline'), 'utf8').catch(() => '');
    if (parents.includes(product.pid) && parents.length > 1 && /node/u.test(command))
      found.push(Number(name));
  }
  return found;
}

async function ancestors(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // It has ended.
  const parent = Number(/ [A-Z] (\d+) /u.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1] ?? 0);
  return parent > 1 ? [parent, ...(await ancestors(parent))] : [];
}
