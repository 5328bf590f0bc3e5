import { separatorPage } from '#contract/faxes/splitting.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { drawSeparator } from './separator-page.ts';
import type { SeparatorDeps } from './separator-page.ts';

/** Content security policy under which nothing inside a file can act as one of our pages. */
const FILE_POLICY = "default-src 'none'; sandbox";

/** Mounts the printable page that separates documents (spec http-api 12.51). */
export function mountSeparatorPage(
  app: App,
  deps: SeparatorDeps & { documents: Pick<DocumentEngine, 'exportPdf'> },
): void {
  mount(app, separatorPage, async ({ caller, reply }) => {
    const pdf = await deps.documents.exportPdf(await drawSeparator(deps, caller.language), 0);
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="separator.pdf"',
        'content-security-policy': FILE_POLICY,
        'cache-control': 'private, no-cache',
      })
      .send(Buffer.from(pdf));
  });
}
