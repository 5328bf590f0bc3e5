/**
 * Whether an error shows a bug in our code, whatever input caused it: no valid or invalid input should throw these.
 * Errors of Node and of libraries have a code.
 */
export function isOwnFault(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);
}
