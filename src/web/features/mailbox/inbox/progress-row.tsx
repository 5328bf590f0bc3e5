import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { CalendarClock, RotateCw, SquarePen, X, Zap } from 'lucide-react';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import { sendStateOf, StatePill } from '#web/shared/faxes/send-state.tsx';
import { recipientOf, sendDetail, Tries } from '#web/shared/faxes/send-words.tsx';
import { useResend } from '#web/shared/faxes/use-resend.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { later } from '#web/ui/later.tsx';
import { isOpen } from './fax-queries.ts';
import { ProgressSteps } from './progress-steps.tsx';
import { allowedOn } from './active-job.ts';
import type { JobActions } from './use-job-actions.tsx';

const ResendDialog = later(async () => (await import('#web/shared/faxes/resend-dialog.tsx')).ResendDialog);

/** A recipient of a fax that was just sent: name, progress, reason, and actions. */
export function ProgressRow(props: { fax: FollowedFax; actions: JobActions }) {
  const { fax, actions } = props;
  const { t } = useTranslation();
  const { name, number, company } = recipientOf(fax);
  return (
    <li className="sent-row">
      <div className="sent-line">
        <Avatar name={name} />
        <div className="grow">
          <div className="sent-who">
            <b>{name === '' ? <bdi dir="ltr">{number}</bdi> : name}</b>
            <span className="meta">
              {name !== '' && (
                <bdi className="num" dir="ltr">
                  {number}
                </bdi>
              )}
              {company !== '' && ` · ${company}`}
            </span>
          </div>
          <div className="meta sent-detail">
            <Detail fax={fax} />
            {isOpen(fax) && <Tries dials={fax.dials} sending={fax.state === 'SENDING'} />}
          </div>
        </div>
        <span className="sent-verbs">
          <StatePill state={sendStateOf(fax)} />
          {isOpen(fax) ? (
            <OpenVerbs actions={actions} fax={fax} number={number} />
          ) : (
            <EndVerbs fax={fax} name={name} />
          )}
        </span>
      </div>
      <ProgressSteps fax={fax} />
      <span className="sr">
        {fax.dials > 0 && t('sendWords.tried', { count: fax.dials, max: MAX_DIALS })}
      </span>
    </li>
  );
}

function Detail(props: { fax: FollowedFax }) {
  const { fax } = props;
  const { t } = useTranslation();
  if (fax.state === 'DELIVERED') return <span>{t('inbox.sending.confirmed', { count: fax.pages })}</span>;
  if (fax.state === 'UNCERTAIN')
    return <span>{t('dashboard.confirmedOf', { confirmed: fax.confirmed ?? 0, pages: fax.pages })}</span>;
  const detail = sendDetail(t, fax);
  const few = fax.state === 'FAILED' && fax.dials > 0 && fax.dials < MAX_DIALS;
  return (
    <span>
      {detail}
      {few && ` ${t('sendWords.calls', { count: fax.dials })}`}
    </span>
  );
}

function OpenVerbs(props: { fax: FollowedFax; number: string; actions: JobActions }) {
  const { fax, number, actions } = props;
  const { t } = useTranslation();
  const allowed = allowedOn(fax);
  return (
    <>
      {allowed.sendNow && (
        <Button icon={Zap} onClick={() => void actions.sendNow(fax)} size="sm">
          {t('inbox.outbox.sendNow')}
        </Button>
      )}
      {allowed.editTime && (
        <IconButton
          icon={CalendarClock}
          label={t('later.editTimeOf', { number })}
          onPress={() => actions.editTime(fax)}
          size="sm"
        />
      )}
      {allowed.editNumber && (
        <IconButton
          icon={SquarePen}
          label={t('inbox.outbox.editOf', { number })}
          onPress={() => actions.editNumber(fax)}
          size="sm"
        />
      )}
      {allowed.cancel && (
        <IconButton
          icon={X}
          label={t('inbox.outbox.cancelTo', { number })}
          onPress={() => void actions.cancel(fax)}
          size="sm"
        />
      )}
    </>
  );
}

/** The actions on a finished fax: a link to its place, and another attempt if it did not arrive. */
function EndVerbs(props: { fax: FollowedFax; name: string }) {
  const { fax, name } = props;
  const { t } = useTranslation();
  const { asked, ask, close } = useResend();
  const { faxpath: path } = fax;
  if (path === undefined) return null;
  const source = {
    path,
    number: fax.to_faxnumber,
    name,
    date: fax.date,
    uncertain: fax.state === 'UNCERTAIN',
  };
  return (
    <>
      {fax.state !== 'DELIVERED' && (
        <Button icon={RotateCw} onClick={() => ask(source)} size="sm">
          {t('resend.open')}
        </Button>
      )}
      <Link
        className="btn"
        data-size="sm"
        data-variant="secondary"
        search={{ folder: 'Sent', fax: fax.fid }}
        to="/inbox"
      >
        {t('inbox.sending.view')}
      </Link>
      {asked !== null && <ResendDialog fax={asked} onClose={close} />}
    </>
  );
}
