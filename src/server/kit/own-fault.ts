/**
 * Whether an error shows a mistake in our code, whatever was read when it came: nobody's input throws these. Errors of
 * Node and of libraries have a code.
 */
export function isOwnFault(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);
}
