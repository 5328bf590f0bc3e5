import './cover-page.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { Problems } from './compose-checks.ts';
import { CoverPageForm } from './cover-page-form.tsx';
import type { CoverPage as Cover } from './draft-store.ts';
import { COVER_FIELDS } from './fax-form.ts';

/** The cover page: a switch and, if it is on, its fields; on phones, filled-in fields collapse into a summary. */
export function CoverPage(props: {
  cover: Cover;
  problems: Problems;
  /** The URL of its preview; null until one is rendered. */
  picture: string | null;
  onChange: (change: Partial<Cover>) => void;
}) {
  const { cover, problems, picture, onChange } = props;
  const { t } = useTranslation();
  const narrow = useNarrow();
  const [open, setOpen] = useState(() => isBlank(cover));
  const faulty = COVER_FIELDS.some((field) => problems[field] !== undefined);
  const unfolded = !narrow || open || faulty;
  return (
    <section
      aria-labelledby="compose-cover"
      className="cover"
      data-bad={problems.cover !== undefined || undefined}
    >
      <div className="cover-top between">
        <h2 className="compose-head" id="compose-cover">
          {t('compose.cover.title')}
        </h2>
        <Switch
          aria-labelledby="compose-cover"
          checked={cover.use}
          onChange={(event) => onChange({ use: event.target.checked })}
        />
      </div>
      {problems.cover !== undefined && (
        <p className="compose-error" role="alert">
          <Icon as={CircleAlert} size="xs" />
          {problems.cover}
        </p>
      )}
      {cover.use && unfolded && <CoverPageForm cover={cover} onChange={onChange} problems={problems} />}
      {cover.use && narrow && !isBlank(cover) && (
        <CoverSummary
          cover={cover}
          picture={picture}
          onToggle={() => setOpen(!unfolded)}
          unfolded={unfolded}
        />
      )}
    </section>
  );
}

function CoverSummary(props: {
  cover: Cover;
  picture: string | null;
  unfolded: boolean;
  onToggle: () => void;
}) {
  const { cover, picture, unfolded, onToggle } = props;
  const { t } = useTranslation();
  return (
    <div className="cover-summary">
      {!unfolded && picture !== null && <img alt="" height={85} src={picture} width={66} />}
      <div className="cover-summary-text">
        {!unfolded && (
          <>
            <div className="strong trunc">
              {cover.subject || cover.name || cover.company || t('compose.cover.noSubject')}
            </div>
            <div className="meta num">{t('compose.cover.characters', { count: cover.comments.length })}</div>
          </>
        )}
        <Button aria-expanded={unfolded} onClick={onToggle} variant="link">
          {unfolded ? t('compose.cover.fold') : t('compose.cover.edit')}
        </Button>
      </div>
    </div>
  );
}

function isBlank(cover: Cover): boolean {
  return COVER_FIELDS.every((field) => cover[field].trim() === '');
}
