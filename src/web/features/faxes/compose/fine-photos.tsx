import { useTranslation } from 'react-i18next';
import type { Photos } from '#contract/faxes/compose.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { extensionOf, sendable } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';

/** Whether some file may hold pictures: only plain text surely has none. */
export function mayHavePhotos(files: readonly Attachment[]): boolean {
  return sendable(files).some(({ name }) => extensionOf(name) !== 'TXT');
}

/** Whether pictures are sent with all the detail that a fax can have; it costs time on the line, so quick is the default. */
export function FinePhotos(props: { photos: Photos; onChange: (photos: Photos) => void }) {
  const { photos, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className="fine-photos">
      <Checkbox
        aria-describedby="fine-photos-hint"
        checked={photos === 'fine'}
        onChange={(event) => onChange(event.target.checked ? 'fine' : 'quick')}
      >
        {t('compose.photos.fine')}
      </Checkbox>
      <span className="meta" id="fine-photos-hint">
        {t('compose.photos.hint')}
      </span>
    </div>
  );
}
