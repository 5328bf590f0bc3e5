import './attachments.css';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { EXTENSIONS } from '#contract/faxes/compose.ts';
import { uploadLimits } from '#web/kit/page-config.ts';
import { filesOver } from '#web/shared/faxes/incoming-files.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { movedTo, useReorder } from '#web/ui/reorder.ts';
import { useStore } from '#web/ui/store.ts';
import { filePages } from './compose-pages.ts';
import { AddFiles } from './add-files.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import { sendable } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import type { FileActions } from './file-menu.tsx';
import { planOf, stripOf } from './page-rules.ts';
import type { Attachments as Files } from './use-attachments.ts';
import { progressOf } from './use-send.ts';
import type { SendPhase } from './use-send.ts';

/** The file types that the picker offers; the actual check is in attachment-rules.ts. */
const ACCEPT = EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** The files of the fax in order: picked, dropped or pasted on any page, or photographed. */
export function Attachments(props: {
  files: Files;
  phase: SendPhase;
  locked: boolean;
  error: string | undefined;
  /** Settings for all of them. */
  children: ReactNode;
}) {
  const { files, locked, error } = props;
  const { t } = useTranslation();
  const over = useStore(filesOver) && !locked;
  return (
    <section aria-labelledby="compose-files" className="compose-files" data-over={over || undefined}>
      <div className="between">
        <h2 className="compose-head" id="compose-files">
          {t('compose.files.title')}
        </h2>
        <Count files={files.all} />
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
        <FileList files={files} locked={locked} phase={props.phase} />
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

/** Counts the files and pages that are sent, without rejected files and pages that were left out. */
function Count({ files }: { files: readonly Attachment[] }) {
  const { t } = useTranslation();
  const good = sendable(files);
  const pages = filePages(files);
  const someOut = good.some((file) => planOf(file) !== null && stripOf(file).some(({ out }) => out));
  const pagesText = t(someOut ? 'compose.pages.chosen' : 'compose.bar.pages', { count: pages });
  if (good.length === 0) return null;
  return (
    <span className="meta num">
      {[t('compose.files.count', { count: good.length }), ...(pages > 0 ? [pagesText] : [])].join(' · ')}
    </span>
  );
}

function FileList({ files, phase, locked }: { files: Files; phase: SendPhase; locked: boolean }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const ids = files.all.map(({ id }) => id);
  const nameOf = (id: string) => files.all.find((one) => one.id === id)?.name ?? '';
  const reorder = useReorder({
    ids,
    list,
    axis: 'y',
    onOrder: files.order,
    say: (step, id, position) => t(`compose.move.${step}`, { what: nameOf(id), position, total: ids.length }),
  });
  const ordered = reorder.order.flatMap((id) => files.all.filter((one) => one.id === id));
  return (
    <>
      <ul ref={list}>
        {ordered.map((attachment) => {
          const { id } = attachment;
          const actions: FileActions = {
            reorder,
            place: { first: ids[0] === id, last: ids.at(-1) === id },
            onRemove: () => files.remove(id),
            onChange: (change) => files.change(id, change),
            onMove: (by) => files.order(movedTo(ids, id, ids.indexOf(id) + by)),
          };
          return (
            <AttachmentRow
              actions={locked ? null : actions}
              attachment={attachment}
              key={id}
              progress={shareOf(attachment) ?? progressOf(phase, id)}
            />
          );
        })}
      </ul>
      <p aria-live="assertive" className="sr">
        {reorder.said}
      </p>
    </>
  );
}

/** Returns how much of a file has been uploaded ahead of the fax, 0 to 100. */
function shareOf({ conversion, fault }: Attachment): number | null {
  return fault === null && conversion?.kind === 'uploading' ? Math.round(conversion.share * 100) : null;
}
