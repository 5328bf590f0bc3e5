import { seal, unseal } from '#engine/secrets/seal.ts';

/** A stored configuration with secrets: one text that only this installation's key opens. */
interface SealedConfig {
  sealed: string;
}

/** Seals a line's configuration for the line of this name; an empty one stays as it is. */
export function sealConfig(key: Buffer, name: string, config: object): object {
  if (Object.keys(config).length === 0) return config;
  return { sealed: seal(key, JSON.stringify(config), placeOf(name)) } satisfies SealedConfig;
}

/** Returns the configuration of a stored line; null if it was sealed with another key or for another line. */
export function openConfig(key: Buffer, name: string, stored: unknown): unknown {
  if (!isSealed(stored)) return stored;
  const opened = unseal(key, stored.sealed, placeOf(name));
  return opened === null ? null : JSON.parse(opened);
}

function isSealed(stored: unknown): stored is SealedConfig {
  return (
    typeof stored === 'object' && stored !== null && 'sealed' in stored && typeof stored.sealed === 'string'
  );
}

function placeOf(name: string): string {
  return `line/${name}/config`;
}
