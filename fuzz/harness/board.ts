/** What the thread that runs a parser shows the thread that watches it, in shared memory. */
export interface Board {
  /** The input that is being run; the first bytes of it are used. */
  input: Uint8Array;
  numbers: Float64Array;
}

/** Places in the numbers of a board. */
export const PLACE = { executions: 0, length: 1, reached: 2, branches: 3, corpus: 4 } as const;

/** Makes a board for inputs of at most so many bytes. */
export function createBoard(maxBytes: number): Board {
  return {
    input: new Uint8Array(new SharedArrayBuffer(maxBytes)),
    numbers: new Float64Array(new SharedArrayBuffer(8 * Object.keys(PLACE).length)),
  };
}

/** Shows an input, before it is run. */
export function show(board: Board, input: Uint8Array): void {
  const shown = input.subarray(0, board.input.length);
  board.input.set(shown);
  board.numbers[PLACE.length] = shown.length;
  board.numbers[PLACE.executions]! += 1;
}

/** The input that was being run last. */
export function shownInput({ input, numbers }: Board): Buffer {
  return Buffer.from(input.slice(0, numbers[PLACE.length]));
}
