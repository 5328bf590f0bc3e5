/** Returns a hash that identifies the sources of the kernel. */
export function kernelSources(): string;
