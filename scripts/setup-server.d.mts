/** Returns the file that Node runs: the bundle's, or the source's if sources were changed but not built. */
export function programFile(name: 'server' | 'f2e'): string;
