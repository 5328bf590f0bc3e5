import { useTranslation } from 'react-i18next';
import { FileWarning, FileX, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { fileIcon } from '#web/shared/faxes/file-icon.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { ReorderGrip } from '#web/ui/reorder-grip.tsx';
import type { Attachment } from './attachment-rules.ts';
import { FileMenu } from './file-menu.tsx';
import type { FileActions } from './file-menu.tsx';
import { PageField } from './page-field.tsx';
import { stripOf } from './page-rules.ts';
import { PageStrip } from './page-strip.tsx';
import { faultText } from './use-attachments.ts';

/** A file: its type, its progress or the reason why it is not sent, its pages, and its position. */
export function AttachmentRow(props: {
  attachment: Attachment;
  /** The upload progress, 0 to 100. */
  progress: number | null;
  actions: FileActions | null;
}) {
  const { attachment, progress, actions } = props;
  const { t } = useTranslation();
  const { id, name, fault, conversion } = attachment;
  const isReady = fault === null && conversion?.kind === 'ready';
  const strip = stripOf(attachment);
  return (
    <li
      className="att"
      data-bad={fault !== null || undefined}
      data-held={actions?.reorder.held === id || undefined}
      data-item={id}
      data-ready={isReady || undefined}
    >
      {actions !== null && (
        <ReorderGrip
          className="att-grip"
          hint={t('compose.move.hint')}
          id={id}
          label={t('compose.move.grip', { what: name })}
          reorder={actions.reorder}
        />
      )}
      {!isReady && (
        <span className="att-icon">
          <Icon as={iconOf(attachment)} />
        </span>
      )}
      <div className="att-text">
        <RowText attachment={attachment} progress={progress} />
        {isReady && strip.length > 1 && (
          <PageField
            attachment={attachment}
            locked={actions === null}
            onChange={actions?.onChange ?? (() => undefined)}
          />
        )}
      </div>
      {isReady && (
        <PageStrip
          draftKey={conversion.key}
          locked={actions === null}
          name={name}
          onChange={(next) => actions?.onChange({ strip: next, wrongPages: undefined })}
          strip={strip}
        />
      )}
      {actions !== null && (
        <span className="att-acts">
          {isReady && <FileMenu actions={actions} name={name} strip={strip} />}
          <IconButton
            icon={X}
            label={t('compose.files.remove', { name })}
            onPress={actions.onRemove}
            size="sm"
          />
        </span>
      )}
    </li>
  );
}

function RowText({ attachment, progress }: { attachment: Attachment; progress: number | null }) {
  const { t } = useTranslation();
  const { name, size, fault, conversion } = attachment;
  return (
    <>
      <div className="between">
        <bdi className="att-name trunc" dir="ltr" title={name}>
          {name}
        </bdi>
        {progress !== null && <span className="meta num">{t('compose.files.percent', { progress })}</span>}
      </div>
      {/* Numbers never wrap; error messages must. */}
      <div className={fault === null ? 'att-note num' : 'att-note'}>{noteOf()}</div>
      {progress !== null && <Progress label={t('compose.files.progress', { name })} value={progress} />}
      {fault === null && conversion?.kind === 'converting' && (
        <Progress label={t('compose.files.convertingOf', { name })} {...shareOf(conversion.pages)} />
      )}
    </>
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

/** Returns the position of the progress bar; without page numbers it only shows activity. */
function shareOf(pages: { done: number; of: number } | undefined): { value?: number } {
  return pages ? { value: (100 * pages.done) / pages.of } : {};
}

/** Returns the icon of the file's type, or of its error. */
function iconOf({ fault, name }: Attachment): LucideIcon {
  if (fault === 'type' || fault === 'refused' || fault === 'unreadable') return FileX;
  if (fault !== null) return FileWarning;
  return fileIcon(name);
}
