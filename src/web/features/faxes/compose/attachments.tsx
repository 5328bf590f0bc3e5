import './attachments.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { EXTENSIONS } from '#contract/faxes/compose.ts';
import { uploadLimits } from '#web/kit/page-config.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { filePages } from './compose-pages.ts';
import { AddFiles } from './add-files.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import type { Attachment } from './attachment-rules.ts';
import type { Attachments as Files } from './use-attachments.ts';
import { progressOf } from './use-send.ts';
import type { SendPhase } from './use-send.ts';

/** What the file picker offers; the check itself is in attachment-rules.ts. */
const ACCEPT = EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** The files of the fax: picked, dropped on this box or anywhere on the page, or photographed. */
export function Attachments(props: {
  files: Files;
  phase: SendPhase;
  locked: boolean;
  error: string | undefined;
  /** Files are being dragged over the page. */
  over: boolean;
  /** What is chosen for all of them. */
  children: ReactNode;
}) {
  const { files, locked, error, over } = props;
  const { t } = useTranslation();
  const pages = filePages(files.all);
  const pagesText = pages > 0 ? [t('compose.bar.pages', { count: pages })] : [];
  return (
    <section aria-labelledby="compose-files" className="compose-files" data-over={over || undefined}>
      <div className="between">
        <h2 className="compose-head" id="compose-files">
          {t('compose.files.title')}
        </h2>
        {files.all.length > 0 && (
          <span className="meta num">
            {[t('compose.files.count', { count: files.all.length }), ...pagesText].join(' · ')}
          </span>
        )}
      </div>
      <DropZone
        accept={ACCEPT}
        chooseText={t('compose.files.choose')}
        disabled={locked}
        dropText={t('compose.files.drop')}
        hint={t('compose.files.limit', { limit: formatBytes(uploadLimits.fileBytes, 0) })}
        label={t('compose.files.title')}
        onFiles={files.add}
      >
        <ul>
          {files.all.map((attachment) => (
            <AttachmentRow
              attachment={attachment}
              key={attachment.id}
              onRemove={locked ? null : () => files.remove(attachment.id)}
              progress={shareOf(attachment) ?? progressOf(props.phase, attachment.id)}
            />
          ))}
        </ul>
        <AddFiles accept={ACCEPT} disabled={locked} onFiles={files.add} />
      </DropZone>
      {props.children}
      {error !== undefined && (
        <p className="compose-error" role="alert">
          <Icon as={CircleAlert} size="xs" />
          {error}
        </p>
      )}
    </section>
  );
}

/** How much of a file has gone up ahead of the fax, 0 to 100. */
function shareOf({ conversion, fault }: Attachment): number | null {
  return fault === null && conversion?.kind === 'uploading' ? Math.round(conversion.share * 100) : null;
}
