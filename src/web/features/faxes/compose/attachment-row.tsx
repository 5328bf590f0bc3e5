import { useTranslation } from 'react-i18next';
import { FileWarning, FileX, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { fileIcon } from '#web/shared/faxes/file-icon.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Progress } from '#web/ui/progress.tsx';
import type { Attachment } from './attachment-rules.ts';
import { faultText } from './use-attachments.ts';

/** One file: what it is, how big, how far it has been uploaded or why it is not sent, and a way to remove it. */
export function AttachmentRow(props: {
  attachment: Attachment;
  /** 0 to 100 while uploading. */
  progress: number | null;
  onRemove: (() => void) | null;
}) {
  const { attachment, progress, onRemove } = props;
  const { t } = useTranslation();
  const { name, size, fault, conversion } = attachment;
  return (
    <li className="att" data-bad={fault !== null || undefined}>
      <span className="att-icon">
        <Icon as={iconOf(attachment)} />
      </span>
      <div className="att-text">
        <div className="between">
          <bdi className="att-name trunc" dir="ltr" title={name}>
            {name}
          </bdi>
          {progress !== null && <span className="meta num">{t('compose.files.percent', { progress })}</span>}
        </div>
        <div className="att-note num">{noteOf()}</div>
        {progress !== null && <Progress label={t('compose.files.progress', { name })} value={progress} />}
        {fault === null && conversion?.kind === 'converting' && (
          <Progress label={t('compose.files.convertingOf', { name })} {...shareOf(conversion.pages)} />
        )}
      </div>
      {onRemove !== null && (
        <IconButton icon={X} label={t('compose.files.remove', { name })} onPress={onRemove} size="sm" />
      )}
    </li>
  );

  function noteOf(): string {
    if (fault !== null) return faultText(t, attachment);

    if (conversion?.kind === 'converting') {
      const { pages } = conversion;
      return pages ? t('compose.files.convertingPages', pages) : t('compose.files.converting');
    }
    const pages = conversion?.kind === 'ready' ? [t('compose.bar.pages', { count: conversion.pages })] : [];
    if (progress === null) return [...pages, formatBytes(size)].join(' · ');
    return progress < 100 ? t('compose.files.uploading') : t('compose.files.uploaded');
  }
}

/** How far the bar is; without pages it only says that something goes on. */
function shareOf(pages: { done: number; of: number } | undefined): { value?: number } {
  return pages ? { value: (100 * pages.done) / pages.of } : {};
}

/** A picture of the type beside its name, or of what is wrong with it. */
function iconOf({ fault, name }: Attachment): LucideIcon {
  if (fault === 'type' || fault === 'refused' || fault === 'unreadable') return FileX;
  if (fault !== null) return FileWarning;
  return fileIcon(name);
}
