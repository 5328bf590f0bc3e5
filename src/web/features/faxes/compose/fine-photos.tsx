import { useTranslation } from 'react-i18next';
import type { Photos } from '#contract/faxes/compose.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { extensionOf, sendable } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';

/** Returns whether any file may contain pictures: only plain text certainly has none. */
export function mayHavePhotos(files: readonly Attachment[]): boolean {
  return sendable(files).some(({ name }) => extensionOf(name) !== 'TXT');
}

/** A checkbox for sending pictures with all possible detail; that takes longer, so quick is the default. */
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
