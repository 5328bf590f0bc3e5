import './multifax.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowLeft, ChevronLeft } from 'lucide-react';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { useNarrow } from '#web/kit/screen.ts';
import type { PageData } from '#web/kit/use-entries.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** A link back to the list of a sub-page. */
export interface WayBack {
  label: string;
  go: () => void;
}

/** The frame of an administrator's page: back link, title, actions, content; phones show the title in the top bar. */
export function MultifaxFrame(props: {
  title: ReactNode;
  /** Shown beside the title. */
  aside?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  back?: WayBack;
  /** Forms are narrower than tables. */
  form?: boolean;
  /** What the content and the actions are about: nothing of them is there before it is loaded. */
  data?: PageData;
  children: ReactNode;
}) {
  const { title, aside, lead, back, form = false, data, children } = props;
  const narrow = useNarrow();
  const ready = data === undefined || (!data.loading && !data.failed);
  const actions = ready && props.actions;
  return (
    <section className="wrap">
      <div className="mf" data-form={form || undefined}>
        {narrow ? <PhoneTitle back={back} title={title} /> : back !== undefined && <BackLink back={back} />}
        {(!narrow || Boolean(aside) || Boolean(actions)) && (
          <div className="ttl mf-ttl">
            {!narrow && <h1 tabIndex={-1}>{title}</h1>}
            {aside}
            <span className="grow" />
            {Boolean(actions) && <div className="mf-actions">{actions}</div>}
          </div>
        )}
        {lead !== undefined && <p className="meta mf-lead">{lead}</p>}
        {ready ? children : <NotThere data={data} />}
      </div>
    </section>
  );
}

function NotThere({ data }: { data: PageData }) {
  const { t } = useTranslation();
  if (data.loading) return <Spinner label={t('preferences.loading')} size="l" />;
  return <LoadFailed onRetry={data.reload} text={t('preferences.loadFailed')} />;
}

function PhoneTitle(props: { title: ReactNode; back: WayBack | undefined }) {
  const { title, back } = props;
  const { t } = useTranslation();
  if (back === undefined) return <MobileBar title={title} />;
  const label = t('multifax.back', { place: back.label });
  return (
    <MobileBar
      start={<IconButton flip icon={ArrowLeft} label={label} onPress={back.go} size="touch" />}
      title={title}
    />
  );
}

function BackLink(props: { back: WayBack }) {
  return (
    <button className="mf-back" onClick={props.back.go} type="button">
      <Icon as={ChevronLeft} flip size="s" />
      {props.back.label}
    </button>
  );
}

/** Reports that a list of an administrator could not be loaded; the rest of the page stays. */
export function ListFailed(props: { text: string; onRetry: () => void }) {
  return (
    <div className="mf-note">
      <LoadFailed {...props} />
    </div>
  );
}
