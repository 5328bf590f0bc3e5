/** The file that Node runs: of the bundle, or the sources where they were changed and not built. */
export function programFile(name: 'server' | 'f2e'): string;
