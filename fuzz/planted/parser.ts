/** «hang!!» and «memory» as six-byte numbers, too large for the dictionary: only a seed reaches them. */
const [HANG, MEMORY] = [0x68616e672121, 0x6d656d6f7279];

/** Throws after «FAXC», which no random input begins with, but which coverage finds letter by letter. */
export function parsePlanted(input: Buffer): void {
  const whole = input.length === 6 ? input.readUIntBE(0, 6) : 0;
  if (whole === HANG) for (let endless = 0; endless >= 0;) endless ^= 1;
  if (whole === MEMORY) fillMemory();
  if (input[0] !== 0x46) return;
  if (input[1] !== 0x41) return;
  if (input[2] !== 0x58) return;
  if (input[3] === 0x43 && input.length > 5) throw new RangeError(`planted crash at ${input.length}`);
}

/** Allocates 640 MB, more than earlier threads release in the meantime, then sleeps: only the memory check finds it. */
function fillMemory(): void {
  const kept = Array.from({ length: 160 }, () => Buffer.alloc(4 * 1024 * 1024, 1));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error(`${kept.length} blocks were released`);
}
