import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarClock, FileText, SquarePen, X, Zap } from 'lucide-react';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { sendStateOf, StatePill } from '#web/shared/faxes/send-state.tsx';
import { useMay } from '#web/shared/mailbox/role.ts';
import { recipientOf, sendDetail, Tries } from '#web/shared/faxes/send-words.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { pageUrl } from './page-image.tsx';
import { allowedOn } from './active-job.ts';
import type { JobActions } from './use-job-actions.tsx';

/** A fax in the Outbox: its recipient, state, attempts and actions. A click or Enter opens it. */
export const OutboxRow = memo(function OutboxRow(props: {
  item: OutboxItem;
  open: boolean;
  onOpen: (fax: string) => void;
  actions: JobActions;
}) {
  const { item, open, onOpen } = props;
  const { t } = useTranslation();
  const { number } = recipientOf(item);
  const detail = sendDetail(t, item);
  return (
    <tr data-state={open ? 'open' : undefined}>
      <td>
        <Recipient item={item} onOpen={onOpen} open={open} />
      </td>
      <td className="outbox-state">
        <StatePill state={sendStateOf(item)} />
        {detail !== '' && <span className="outbox-detail">{detail}</span>}
      </td>
      <td className="outbox-tries">
        <Tries dials={item.dials} sending={item.state === 'SENDING'} />
      </td>
      <td className="outbox-verbs">
        <Verbs actions={props.actions} item={item} number={number} />
      </td>
    </tr>
  );
});

/** The recipient and size; the name opens the fax. */
function Recipient(props: { item: OutboxItem; open: boolean; onOpen: (fax: string) => void }) {
  const { item, open, onOpen } = props;
  const { t } = useTranslation();
  const { name, number, company } = recipientOf(item);
  return (
    <span className="outbox-to">
      <span aria-hidden="true" className="fax-thumb">
        {item.faxpath === undefined || item.pages === 0 ? (
          <Icon as={FileText} size="s" />
        ) : (
          <img
            alt=""
            decoding="async"
            loading="lazy"
            src={pageUrl({ fax_path: item.faxpath, rotation: 0 }, 1, 'thumb')}
          />
        )}
      </span>
      <span className="outbox-who">
        {/* Covers the whole row. */}
        <button
          aria-current={open || undefined}
          className="outbox-open trunc"
          data-fax={item.fid}
          dir="auto"
          onClick={() => onOpen(item.fid)}
          type="button"
        >
          {name === '' ? <bdi dir="ltr">{number}</bdi> : name}
        </button>
        <span className="meta trunc">
          {name !== '' && (
            <>
              <bdi className="num" dir="ltr">
                {number}
              </bdi>
              {' · '}
            </>
          )}
          {company !== '' && `${company} · `}
          {item.pages === 0 ? t('dashboard.notCounted') : t('inbox.pages', { count: item.pages })}
          {item.origin === 'email' && ` · ${t('inbox.byEmail')}`}
          {item.test && ` · ${t('inbox.test')}`}
        </span>
      </span>
    </span>
  );
}

/** The actions for which a row has room: the number of a scheduled fax is changed in the opened fax. */
function Verbs(props: { item: OutboxItem; number: string; actions: JobActions }) {
  const { item, number, actions } = props;
  const { t } = useTranslation();
  const allowed = allowedOn(item);
  if (!useMay('send')) return null;
  return (
    <span className="rowx">
      {allowed.sendNow && (
        <IconButton
          icon={Zap}
          label={t('inbox.outbox.sendNowTo', { number })}
          onPress={() => void actions.sendNow(item)}
          size="sm"
        />
      )}
      {allowed.editTime && (
        <IconButton
          icon={CalendarClock}
          label={t('later.editTimeOf', { number })}
          onPress={() => actions.editTime(item)}
          size="sm"
        />
      )}
      {allowed.editNumber && !allowed.editTime && (
        <IconButton
          icon={SquarePen}
          label={t('inbox.outbox.editOf', { number })}
          onPress={() => actions.editNumber(item)}
          size="sm"
        />
      )}
      <IconButton
        disabled={!allowed.cancel}
        icon={X}
        label={t(allowed.cancel ? 'inbox.outbox.cancelTo' : 'inbox.outbox.beingCancelled', { number })}
        onPress={() => void actions.cancel(item)}
        size="sm"
      />
    </span>
  );
}
