import { useTranslation } from 'react-i18next';
import type { FollowedFax, OutboxItem } from '#contract/faxes/queue.ts';
import { Pill } from '#web/ui/pill.tsx';

/** The state of a fax to send, as named on every screen. */
export type SendState = keyof typeof TONES;

/** The one color of each state; its one name is `sendState.*` in the locale files. */
const TONES = {
  SCHEDULED: 'plan',
  QUEUED: 'neutral',
  PREPARING: 'neutral',
  HELD: 'warn',
  SENDING: 'info',
  CANCELING: 'neutral',
  RETRYING: 'warn',
  DELIVERED: 'ok',
  NOT_SENT: 'bad',
  UNCERTAIN: 'warn',
  CANCELED: 'neutral',
} as const;

const STATES = {
  QUEUED: 'QUEUED',
  CONVERTING: 'PREPARING',
  SENDING: 'SENDING',
  WAITING: 'RETRYING',
  SCHEDULED: 'SCHEDULED',
  DELIVERED: 'DELIVERED',
  FAILED: 'NOT_SENT',
  UNCERTAIN: 'UNCERTAIN',
  CANCELLED: 'CANCELED',
} as const satisfies Record<FollowedFax['state'], SendState>;

/** Returns the state of a fax in the outbox, or of a fax that is followed to its end. */
export function sendStateOf(
  item: Pick<OutboxItem, 'held' | 'cancelling'> & { state: FollowedFax['state'] },
): SendState {
  if (item.cancelling) return 'CANCELING';
  return item.held ? 'HELD' : STATES[item.state];
}

/** Returns the color of a state, for lists that render their own pills. */
export function toneOf(state: SendState): (typeof TONES)[SendState] {
  return TONES[state];
}

/** A pill with the name of a state in its color. */
export function StatePill(props: { state: SendState }) {
  const { t } = useTranslation();
  return <Pill tone={toneOf(props.state)}>{t(`sendState.${props.state}`)}</Pill>;
}
