import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { useMarkSent } from '#web/shared/faxes/use-mark-sent.ts';
import { useResend } from '#web/shared/faxes/use-resend.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { partyOf } from '#web/shared/mailbox/fax-party.ts';
import { faxProblem } from './fax-problem.ts';
import type { OpenedFax } from './use-opened-fax.ts';

const ResendDialog = later(async () => (await import('#web/shared/faxes/resend-dialog.tsx')).ResendDialog);

/** The problem of a fax, and the decisions that its owner can make. */
export function ProblemNote(props: { opened: OpenedFax }) {
  const { opened } = props;
  const { row } = opened;
  const { t } = useTranslation();
  const markSent = useMarkSent();
  const problem = faxProblem(row);
  if (problem === null || row.status === 'OK')
    return row.cut_off_fax === undefined ? null : (
      <div className="fx-note no-print">
        <Banner tone="info">
          <LinkedFax fax={row.cut_off_fax} which="cutOff" />
        </Banner>
      </div>
    );
  if (problem === 'uncertain')
    return (
      <div className="fx-note no-print">
        <Banner
          action={
            <>
              <Button onClick={() => void markSent(row.fax_id)} size="sm">
                {t('markSent.verb')}
              </Button>
              <ResendButton opened={opened} />
            </>
          }
          tone="warn"
        >
          <b>{t('inbox.uncertain', { confirmed: row.confirmed ?? 0, count: row.fax_pages })}</b>{' '}
          {t('inbox.uncertainText')}
        </Banner>
      </div>
    );
  return (
    <div className="fx-note no-print">
      <Banner action={problem === 'notSent' && <ResendButton opened={opened} />} tone="bad">
        <b>{t(problem === 'notSent' ? 'sendState.NOT_SENT' : `inbox.problem.${problem}`)}.</b>{' '}
        {row.reason && `${t(`reasons.${row.reason}`)} `}
        {fewCalls(row) && `${t('sendWords.calls', { count: row.calls ?? 0 })}. `}
        {t(`inbox.problemText.${problem}`)}
        {row.whole_fax !== undefined && <LinkedFax fax={row.whole_fax} which="whole" />}
      </Banner>
    </div>
  );
}

/** Returns whether a fax was given up before all attempts were used; the note then states the number of calls. */
function fewCalls({ calls = 0 }: Pick<FaxRow, 'calls'>): boolean {
  return calls > 0 && calls < MAX_DIALS;
}

/** Links a cut-off fax and the sender's complete one; the address does not need the folder. */
function LinkedFax(props: { fax: NonNullable<FaxRow['whole_fax']>; which: 'whole' | 'cutOff' }) {
  const { fax, which } = props;
  const { t } = useTranslation();
  return (
    <>
      {' '}
      {t(`inbox.linked.${which}`, { date: formatDateTime(fax.fax_date) })}{' '}
      <Link search={{ fax: fax.fax_id }} to="/inbox">
        {t('inbox.linked.open')}
      </Link>
    </>
  );
}

/** Sends the fax again, to its own number or others, as on the dashboard. */
function ResendButton(props: { opened: OpenedFax }) {
  const { row } = props.opened;
  const { t } = useTranslation();
  const { asked, ask, close } = useResend();
  const { number, name, nameIsNumber } = partyOf(row);
  const fax = {
    path: row.fax_path,
    number,
    name: nameIsNumber ? '' : (name ?? ''),
    date: row.fax_date,
    uncertain: row.outcome === 'UNCERTAIN',
  };
  return (
    <>
      <Button icon={RotateCw} onClick={() => ask(fax)} size="sm">
        {t('resend.open')}
      </Button>
      {asked !== null && <ResendDialog fax={asked} onClose={close} />}
    </>
  );
}
