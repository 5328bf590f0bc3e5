import { SandboxedDocumentEngine } from './engine.ts';
import { PdfMakers } from './make-drawable.ts';
import type { DocumentEngine, Resolution } from './port.ts';
import type { PoolOptions } from './sandbox/pool.ts';
import { ConverterPool } from './sandbox/pool.ts';

/**
 * `workers`: conversions side by side, and as many warm idle children until `idleMs` have passed without a document. `untrusted`: `sandbox` refuses to convert
 * where the sandbox does not work, `accept-risk` then converts without it. `tempDir`: for unconfined children. `headerLine`: whether `stampHeader` prints anything; it does when left out. `resolution`: of what calls carry, fine when left out.
 */
export type DocumentEngineOptions = PoolOptions & { headerLine?: boolean; resolution?: Resolution };

/** Opens the document engine; it finds out in the background how children can be confined, `status()` waits for that. */
export async function openDocumentEngine(options: DocumentEngineOptions): Promise<DocumentEngine> {
  const pool = new ConverterPool(options);
  // Not awaited: the server must be up at once; the first conversion waits for this if it has to.
  void pool.confinement();
  return Promise.resolve(new SandboxedDocumentEngine(pool, new PdfMakers(pool, options), options));
}
