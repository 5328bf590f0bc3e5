import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { EXTENSIONS } from '#contract/faxes/compose.ts';
import { uploadLimits } from '#web/kit/page-config.ts';
import { FAIL_REASONS } from '#contract/kit/fax-state.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { ask } from '#web/ui/confirm.tsx';
import { useStore } from '#web/ui/store.ts';
import { extensionOf, judgeFiles } from './attachment-rules.ts';
import type { Attachment, Fault } from './attachment-rules.ts';
import { dropAttachment, startUpload } from './draft-files.ts';
import { attachmentStore } from './draft-store.ts';

/** The files of the fax and the actions on them. */
export interface Attachments {
  all: readonly Attachment[];
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Sets their order, which is that of the fax. */
  order: (ids: readonly string[]) => void;
  change: (id: string, change: AttachmentChange) => void;
}

/** The user's choices about the pages of a file. */
export type AttachmentChange = Pick<Attachment, 'strip' | 'wrongPages'>;

/** Adds files; a modal names wrong and too large ones, the list marks them (COMP-32, COMP-33, spec decisions 9.2). */
export function useAttachments(): Attachments {
  const { t } = useTranslation();
  const all = useStore(attachmentStore);
  return {
    all,
    add: (files) => {
      const added = judgeFiles(attachmentStore.get(), files, uploadLimits);
      attachmentStore.set([...attachmentStore.get(), ...added]);
      for (const { id } of added.filter(({ fault }) => fault === null)) startUpload(id);
      const faulty = (fault: Attachment['fault']) => added.filter((attachment) => attachment.fault === fault);
      void sayFaults(t, faulty('type'), faulty('size'));
    },
    remove: dropAttachment,
    order: (ids) =>
      attachmentStore.set(ids.flatMap((id) => attachmentStore.get().filter((one) => one.id === id))),
    change: (id, change) =>
      attachmentStore.set(attachmentStore.get().map((one) => (one.id === id ? { ...one, ...change } : one))),
  };
}

/** Marks files that the server refused, so that its message appears beside them. */
export function markRefused(ids: ReadonlySet<string>, reason: string): void {
  attachmentStore.set(
    attachmentStore
      .get()
      .map((attachment) =>
        ids.has(attachment.id) ? { ...attachment, fault: 'refused', reason } : attachment,
      ),
  );
}

async function sayFaults(
  t: TFunction,
  types: readonly Attachment[],
  sizes: readonly Attachment[],
): Promise<void> {
  const confirmLabel = t('compose.ok');
  if (types.length > 0)
    await ask({
      title: t('compose.files.typeTitle'),
      body: t('compose.files.typeText', {
        count: types.length,
        names: namesOf(types),
        types: EXTENSIONS.join(', '),
      }),
      confirmLabel,
    });
  if (sizes.length > 0)
    await ask({
      title: t('compose.files.sizeTitle'),
      body: t('compose.files.sizeText', {
        count: sizes.length,
        names: namesOf(sizes),
        limit: formatBytes(uploadLimits.fileBytes, 0),
      }),
      confirmLabel,
    });
}

function namesOf(attachments: readonly Attachment[]): string {
  return attachments.map((attachment) => attachment.name).join(', ');
}

/** Returns the message about a file that is not sent; empty for a file that is. */
export function faultText(t: TFunction, attachment: Attachment): string {
  const { fault, name, size, reason } = attachment;
  if (fault === null) return '';
  const type = extensionOf(name);
  const sentences: Record<Fault, () => string> = {
    type: () => {
      if (type === 'ZIP') return t('compose.files.zip');
      return type === '' ? t('compose.files.noType') : t('compose.files.badType', { type });
    },
    size: () =>
      t('compose.files.tooLarge', {
        size: formatBytes(size),
        limit: formatBytes(uploadLimits.fileBytes, 0),
      }),
    empty: () => t('compose.files.empty'),
    count: () => t('compose.files.tooMany', { max: uploadLimits.files }),
    total: () => t('compose.files.total', { limit: formatBytes(uploadLimits.bytes, 0) }),
    refused: () => reason ?? '',
    unreadable: () => t(`reasons.${FAIL_REASONS.find((known) => known === reason) ?? 'DOCUMENT_DAMAGED'}`),
    gone: () => t('compose.files.gone'),
  };
  return sentences[fault]();
}
