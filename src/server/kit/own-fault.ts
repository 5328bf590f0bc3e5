/**
 * Whether an error shows a bug in our code: no input, valid or not, should cause such an error. Errors of Node and of
 * libraries have a code.
 */
export function isOwnFault(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);
}
