import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate volume that a test fills up. */
export interface SmallVolume {
  folder: string;
  /** Fills it until only `bytes` are free. */
  leave(bytes: number): Promise<void>;
  /** Removes the filling. */
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts a volume in memory; `size` in the format of mount(8), such as 400m. Root only. */
export async function mountVolume(size: string): Promise<SmallVolume> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  await chmod(folder, 0o755);
  const filling = join(folder, 'filler');
  return {
    folder,
    leave: async (bytes) => {
      const { bavail, bsize } = await statfs(folder);
      const block = Buffer.alloc(1024 * 1024);
      const filler = await open(filling, 'a');
      for (let more = bavail * bsize - bytes; more > 0; more -= block.length)
        await filler.write(block.subarray(0, Math.min(more, block.length))).catch(() => undefined);
      await filler.close();
    },
    makeRoom: async () => await rm(filling, { force: true }),
    remove: async () => {
      execFileSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
