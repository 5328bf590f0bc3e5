import { SandboxedDocumentEngine } from './engine.ts';
import { PdfMakers } from './make-drawable.ts';
import type { DocumentEngine, Resolution } from './port.ts';
import type { PoolOptions } from './sandbox/pool.ts';
import { ConverterPool } from './sandbox/pool.ts';

/**
 * Options of the document engine.
 *
 * `workers`: how many conversions run concurrently, and how many warm idle children are kept until `idleMs` have passed
 * without a document.
 * `untrusted`: with `sandbox`, the engine refuses to convert if the sandbox does not work; with `accept-risk`, it then
 * converts without it.
 * `tempDir`: a folder for unconfined children.
 * `headerLine`: whether `stampHeader` prints anything; default true.
 * `resolution`: the resolution of calls; default fine.
 */
export type DocumentEngineOptions = PoolOptions & { headerLine?: boolean; resolution?: Resolution };

/** Opens the document engine, which tests in the background how children can be confined; `status()` waits for that. */
export async function openDocumentEngine(options: DocumentEngineOptions): Promise<DocumentEngine> {
  const pool = new ConverterPool(options);
  // Not awaited: the server must start at once; the first conversion waits for it if necessary.
  void pool.confinement();
  return Promise.resolve(new SandboxedDocumentEngine(pool, new PdfMakers(pool, options), options));
}
