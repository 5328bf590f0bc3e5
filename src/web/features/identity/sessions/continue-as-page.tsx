import './session.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHandOver } from './use-hand-over.ts';
import type { HandOverState } from './use-hand-over.ts';

/** Asks before a login from another site replaces the current session (A-XDOM-08). */
export function ContinueAsPage() {
  const { t } = useTranslation();
  const { state, go, stay } = useHandOver();
  usePageTitle(t('continueAs.page'));
  if (state.kind === 'asking')
    return (
      <div>
        <h1 className="sr">{t('continueAs.page')}</h1>
        <Spinner label={t('verify.checking')} size="l" />
      </div>
    );
  if (state.kind !== 'question')
    return (
      <Sheet>
        <h1>{t('continueAs.page')}</h1>
        <Banner tone="warn">{t(state.kind === 'gone' ? 'continueAs.gone' : 'continueAs.failed')}</Banner>
        <Button block onClick={() => void stay()} size="lg">
          {t('continueAs.back')}
        </Button>
      </Sheet>
    );
  return <Question go={() => void go()} state={state} stay={() => void stay()} />;
}

function Question(props: {
  state: Extract<HandOverState, { kind: 'question' }>;
  go: () => void;
  stay: () => void;
}) {
  const { t } = useTranslation();
  const { question, busy, failed } = props.state;
  const next = nameOf(question.next);
  const current = question.current === null ? null : nameOf(question.current);
  return (
    <Sheet>
      <div>
        <h1>{t('continueAs.title', { name: next })}</h1>
        <p className="lead">
          {current === null ? t('continueAs.nobody', { next }) : t('continueAs.lead', { current, next })}
        </p>
      </div>
      {failed && <Banner tone="bad">{t('continueAs.failed')}</Banner>}
      <p>{t('continueAs.warning')}</p>
      <Button
        block
        busy={busy}
        busyLabel={t('continueAs.going')}
        onClick={props.go}
        size="lg"
        variant="primary"
      >
        {t('continueAs.go', { next })}
      </Button>
      <Button block onClick={props.stay} size="lg">
        {current === null ? t('continueAs.cancel') : t('continueAs.stay', { current })}
      </Button>
    </Sheet>
  );
}

/** The card in the middle of a page for people who are not signed in. */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <div className="feed">
      <div className="sheet">{children}</div>
    </div>
  );
}

/** Formats a fax number; returns an administrator's user name unchanged. */
function nameOf(written: string): string {
  return /^\d{10}$/.test(written) ? (formatFaxNumber(written) ?? written) : written;
}
