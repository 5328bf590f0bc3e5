import type { TFunction } from 'i18next';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { growl } from '#web/ui/growl-store.ts';
import { wholeText } from './fax-text.ts';

/** Copies the contents of a barcode. */
export async function copyBarcode(text: string, t: TFunction): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    growl.success(t('inbox.find.barcodeCopied'));
  } catch {
    // No permission, or a page without HTTPS: the text is also on the page, where it can be selected.
    growl.error(t('byEmail.copyFailed'));
  }
}

/** Copies the text of all pages of a fax, or reports why there is none. */
export async function copyText(row: FaxRow, t: TFunction): Promise<void> {
  try {
    const text = await wholeText(row);
    if (text !== '') await navigator.clipboard.writeText(text);
    if (text === '') growl.error(t('inbox.find.noText'));
    else growl.success(t('inbox.find.copied'));
  } catch {
    // No permission, no network, or a page without HTTPS: the text can still be selected on the pages.
    growl.error(t('byEmail.copyFailed'));
  }
}
