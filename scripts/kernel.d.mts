/** Identifies the sources that a kernel was compiled from. */
export function kernelSources(): string;
