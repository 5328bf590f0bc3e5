import './send-bar.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Files, PhoneOutgoing, Send, Timer } from 'lucide-react';
import { keyCaps } from '#web/kit/hotkeys.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DraftState } from './draft-notice.tsx';
import { minutesFor } from './compose-pages.ts';
import type { Draft } from './draft-store.ts';

/** What is known about the fax. */
interface SendFactsProps {
  draft: Draft;
  /** The name of the only recipient, if there is one. */
  recipient: string | undefined;
  files: number;
  pages: number | null;
  unsent: number;
}

/** The contents and the cost of the fax, as far as they are known before its pages are counted. */
export function SendFacts(props: SendFactsProps) {
  const { draft, recipient, files, pages, unsent } = props;
  const { t } = useTranslation();
  const numbers = draft.numbers.length;
  return (
    <div className="send-facts">
      <span className="strong num rowx">
        <Icon as={Files} size="s" />
        {pages === null ? t('compose.bar.files', { count: files }) : t('compose.bar.pages', { count: pages })}
      </span>
      <span className="num rowx">
        <Icon as={PhoneOutgoing} size="s" />
        {recipient === undefined ? (
          t('compose.bar.numbers', { count: numbers })
        ) : (
          <span className="send-to trunc">{t('compose.bar.to', { name: recipient })}</span>
        )}
      </span>
      {pages !== null && numbers > 0 && (
        <span className="num rowx">
          <Icon as={Timer} size="s" />
          {t('compose.bar.minutes', { count: minutesFor(pages) })}
        </span>
      )}
      {unsent > 0 && <span className="send-warn num">{t('compose.bar.unsent', { count: unsent })}</span>}
      <Cost cost={pages === null ? null : pages * numbers} />
    </div>
  );
}

/** The pages that this fax uses of the remaining monthly limit; enterprise accounts have no limit (HEAD-04). */
function Cost(props: { cost: number | null }) {
  const { t } = useTranslation();
  const main = useMainData();
  if (main === undefined || main.enterprise) return null;
  const left = Math.max(main.monthLimit - main.currentUsage, 0);
  const { cost } = props;
  const short = left === 0 || (cost !== null && cost > left);
  return (
    <span className={short ? 'send-warn num' : 'meta num'}>
      {cost === null || cost === 0
        ? t('compose.bar.left', { count: left })
        : t('compose.bar.uses', { cost, count: left })}
    </span>
  );
}

/** The bar at the bottom of wide screens. */
export function SendBar(
  props: SendFactsProps & { sending: boolean; send: ReactNode; onDiscard: () => void },
) {
  const { sending, send, onDiscard, ...facts } = props;
  const { t } = useTranslation();
  return (
    <div className="send-bar">
      <SendFacts {...facts} />
      <span className="grow" />
      <DraftState />
      <Button disabled={sending} onClick={onDiscard} title={keyCaps('KeyE').join('+')} variant="quiet">
        {t('compose.discard.confirm')}
      </Button>
      {send}
    </div>
  );
}

/** The one primary button. */
export function SendButton(props: {
  sending: boolean;
  disabled?: boolean;
  short?: boolean;
  onSend: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      busy={props.sending}
      disabled={props.disabled ?? false}
      busyLabel={t('compose.sending')}
      icon={Send}
      onClick={props.onSend}
      title={keyCaps('Enter').join('+')}
      variant="primary"
    >
      {props.short === true ? t('compose.sendShort') : t('compose.send')}
    </Button>
  );
}
