import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Check } from 'lucide-react';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useNarrow } from '#web/kit/screen.ts';
import type { PageData } from '#web/kit/use-entries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { SavedMark } from '#web/kit/use-instant.ts';

export type { PageData };

/** The frame of all preference pages: title, introduction, data or spinner, and a footer. */
export function PreferenceFrame(props: {
  title: string;
  lead?: ReactNode;
  /** Shown at the end of the title's line. */
  action?: ReactNode;
  /** For pages whose controls save at once: shows beside the title that the last change is saved. */
  saved?: SavedMark;
  /** Stays at the bottom while the page scrolls. */
  foot?: ReactNode;
  data?: PageData;
  children: ReactNode;
}) {
  const { title, lead, action, saved, foot, data, children } = props;
  usePageTitle(title);
  const ready = data === undefined || (!data.loading && !data.failed);
  return (
    <section className="prefs-page">
      <TitleBar title={title} />
      <div className="prefs-body">
        <div className="prefs-head">
          <div>
            <h1 className="wide-only">{title}</h1>
            {lead !== undefined && <p className="prefs-lead">{lead}</p>}
          </div>
          {saved !== undefined && <Saved mark={saved} />}
          {ready && action}
        </div>
        {ready ? children : <NotThere data={data} />}
      </div>
      {ready && foot}
    </section>
  );
}

/** The element always exists, so that screen readers notice its text. */
function Saved(props: { mark: SavedMark }) {
  const { t } = useTranslation();
  return (
    <output className="prefs-saved" data-mark={props.mark}>
      {props.mark === 'saved' && <Icon as={Check} size="s" />}
      {props.mark === 'saved' && t('preferences.saved')}
      {props.mark === 'saving' && t('preferences.saving')}
    </output>
  );
}

function TitleBar(props: { title: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const narrow = useNarrow();
  if (!narrow) return null;
  return (
    <MobileBar
      start={
        <IconButton
          flip
          icon={ArrowLeft}
          label={t('preferences.back')}
          onPress={() => void navigate({ to: '/preferences' })}
          size="touch"
        />
      }
      title={props.title}
    />
  );
}

function NotThere(props: { data: PageData }) {
  const { t } = useTranslation();
  if (props.data.loading)
    return (
      <div className="prefs-wait">
        <Spinner label={t('preferences.loading')} size="l" />
      </div>
    );
  return (
    <EmptyState
      action={<Button onClick={props.data.reload}>{t('app.tryAgain')}</Button>}
      title={t('preferences.loadFailed')}
    />
  );
}
