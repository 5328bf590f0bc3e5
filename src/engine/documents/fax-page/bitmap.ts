/** A black-and-white image: packed rows, most significant bit first, 1 = black, rows padded to whole bytes. */
export interface Bitmap {
  width: number;
  height: number;
  bits: Uint8Array;
}

/** Returns the bytes of one packed row. */
export function rowBytes(width: number): number {
  return (width + 7) >> 3;
}

/** Returns a white image of the given size. */
export function blankBitmap(width: number, height: number): Bitmap {
  return { width, height, bits: new Uint8Array(rowBytes(width) * height) };
}

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) reversed |= 128 >> bit;
  return reversed;
});

/** Rotates an image clockwise. 90 and 270 swap width and height in pixels; resolution is the caller's concern. */
export function rotateBitmap(source: Bitmap, rotation: 0 | 90 | 180 | 270): Bitmap {
  if (rotation === 0) return source;
  if (rotation === 180) return upsideDown(source);
  return quarterTurn(source, rotation === 90);
}

function upsideDown({ width, height, bits }: Bitmap): Bitmap {
  const stride = rowBytes(width);
  const target = blankBitmap(width, height);
  const spare = stride * 8 - width;
  for (let y = 0; y < height; y++) {
    const from = (height - 1 - y) * stride;
    const to = y * stride;
    // The padding bits come first after mirroring, so every byte is assembled from two neighbors.
    for (let x = 0; x < stride; x++) {
      const high = REVERSED[bits[from + stride - 1 - x]!]!;
      const low = x + 1 < stride ? REVERSED[bits[from + stride - 2 - x]!]! : 0;
      target.bits[to + x] = spare ? (high << spare) | (low >> (8 - spare)) : high;
    }
  }
  return target;
}

function quarterTurn({ width, height, bits }: Bitmap, clockwise: boolean): Bitmap {
  const stride = rowBytes(width);
  const target = blankBitmap(height, width);
  const targetStride = rowBytes(height);
  for (let y = 0; y < height; y++) {
    const column = clockwise ? height - 1 - y : y;
    const columnByte = column >> 3;
    const columnBit = 128 >> (column & 7);
    for (let byteX = 0; byteX < stride; byteX++) {
      let byte = bits[y * stride + byteX]!;
      while (byte !== 0) {
        const offset = Math.clz32(byte) - 24;
        byte &= 127 >> offset;
        const x = byteX * 8 + offset;
        const row = clockwise ? x : width - 1 - x;
        target.bits[row * targetStride + columnByte]! |= columnBit;
      }
    }
  }
  return target;
}
