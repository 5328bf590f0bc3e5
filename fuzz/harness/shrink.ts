/** Maximum number of executions. */
const MOST_TRIES = 3_000;

/** Removes as much of an input as possible while `fails` stays true. */
export async function shrink(input: Buffer, fails: (input: Buffer) => Promise<boolean>): Promise<Buffer> {
  let smallest = input;
  let tries = 0;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length && tries < MOST_TRIES;) {
      const shorter = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      tries += 1;
      if (await fails(shorter)) smallest = shorter;
      else at += size;
    }
  }
  return smallest;
}
