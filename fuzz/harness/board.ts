/** Shared memory between the thread that runs a parser and the one that watches it. */
export interface Board {
  /** The current input; its length is in `numbers`. */
  input: Uint8Array;
  numbers: Float64Array;
}

/** Indexes into `numbers`. */
export const PLACE = { executions: 0, length: 1, reached: 2, branches: 3, corpus: 4 } as const;

/** Creates a board for inputs of at most `maxBytes`. */
export function createBoard(maxBytes: number): Board {
  return {
    input: new Uint8Array(new SharedArrayBuffer(maxBytes)),
    numbers: new Float64Array(new SharedArrayBuffer(8 * Object.keys(PLACE).length)),
  };
}

/** Publishes an input before it is run. */
export function show(board: Board, input: Uint8Array): void {
  const shown = input.subarray(0, board.input.length);
  board.input.set(shown);
  board.numbers[PLACE.length] = shown.length;
  board.numbers[PLACE.executions]! += 1;
}

/** Copies the current input. */
export function shownInput({ input, numbers }: Board): Buffer {
  return Buffer.from(input.slice(0, numbers[PLACE.length]));
}
