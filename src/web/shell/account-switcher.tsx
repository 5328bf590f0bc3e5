import './account-switcher.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Check } from 'lucide-react';
import type { ownAccounts, switchAccount } from '#contract/identity/people.ts';
import { digitsOf, formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { BodyIn, ReplyOf } from '#contract/kit/call.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { ownAccountsQuery } from '#web/shared/identity/own-accounts.ts';
import { goOnWith } from '#web/shared/identity/switch-account.ts';
import { Count } from '#web/ui/count.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { KeyCaps } from '#web/ui/key-caps.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FindBox } from './find-box.tsx';

/** An account or an administrator to switch to. */
interface Choice {
  key: string;
  to: BodyIn<typeof switchAccount>;
  /** The displayed name. */
  name: string;
  /** The text that a search matches: digits of a number, or the user name in lower case. */
  sought: string;
  role: AnyRole;
  unread: number;
  current: boolean;
}

const LIST = 'accounts-list';

/**
 * The accounts and administrators of a person: typing filters by number or name, arrows choose, Enter opens (ARIA
 * combobox pattern).
 */
export function AccountSwitcher(props: { onClose: (then?: () => void) => void }) {
  const { t } = useTranslation();
  const list = useSwitcher(props.onClose);
  return (
    <FindBox
      active={list.active && `account-${list.active.key}`}
      className="acc"
      finder={list}
      list={LIST}
      onClose={props.onClose}
      prompt={t('people.switch.find')}
      title={t('people.switch.title')}
    >
      <div className="pal-list">
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A combobox lists what no <select> can show: roles and counts. */}
        <div aria-label={t('people.switch.title')} id={LIST} role="listbox">
          {list.found.map((choice) => (
            <Option
              active={choice.key === list.active?.key}
              choice={choice}
              key={choice.key}
              onChoose={() => list.choose(choice)}
            />
          ))}
        </div>
        <Note list={list} />
      </div>
      <footer aria-hidden="true" className="pal-foot">
        <span>
          <KeyCaps caps={['↑', '↓']} />
          {t('palette.hint.choose')}
        </span>
        <span>
          <KeyCaps caps={['Enter']} />
          {t('palette.hint.run')}
        </span>
      </footer>
    </FindBox>
  );
}

function Note({ list }: { list: ReturnType<typeof useSwitcher> }) {
  const { t } = useTranslation();
  if (list.loading) return <Spinner label={t('preferences.loading')} />;
  if (list.failed) return <output className="pal-note meta">{t('people.switch.loadFailed')}</output>;
  if (list.found.length > 0) return null;
  return <output className="pal-note meta">{t('people.switch.none', { text: list.text })}</output>;
}

function Option(props: { choice: Choice; active: boolean; onChoose: () => void }) {
  const { choice, active, onChoose } = props;
  const { key, name, role, unread, current } = choice;
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Keys go to the text field, which names the active option.
    <div
      aria-selected={active}
      className="pal-option"
      id={`account-${key}`}
      onClick={onChoose}
      onMouseDown={(event) => event.preventDefault()}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As above.
      role="option"
      tabIndex={-1}
    >
      <bdi className="num strong" dir="ltr">
        {name}
      </bdi>
      <span className="meta">{t(`people.roles.${role}`)}</span>
      <span className="acc-end">
        {unread > 0 && <Count fresh label={t('shell.unread', { count: unread })} value={unread} />}
        {current && (
          <>
            <Icon as={Check} size="s" />
            <span className="sr">{t('people.switch.current')}</span>
          </>
        )}
      </span>
    </div>
  );
}

function choicesOf(own: ReplyOf<typeof ownAccounts> | undefined): Choice[] {
  const accounts = (own?.accounts ?? []).map(({ id, faxNumber, ...rest }) => ({
    ...rest,
    key: id,
    to: { account: id },
    name: formatFaxNumber(faxNumber) ?? '',
    sought: faxNumber,
  }));
  const administrators = (own?.administrators ?? []).map(({ id, username, ...rest }) => ({
    ...rest,
    key: `administrator-${id}`,
    to: { administrator: id },
    name: username,
    sought: username.toLowerCase(),
    unread: 0,
  }));
  return [...accounts, ...administrators];
}

function useSwitcher(onClose: (then?: () => void) => void) {
  const { t } = useTranslation();
  const query = useQuery({ ...ownAccountsQuery, staleTime: 0 });
  const [text, setText] = useState('');
  const [moved, setMoved] = useState<string | null>(null);
  const [digits, word] = [digitsOf(text), text.trim().toLowerCase()];
  const found = choicesOf(query.data).filter(
    ({ sought }) => word === '' || (digits !== '' && sought.includes(digits)) || sought.includes(word),
  );
  // The open account needs no shortcut: the first other one is preselected.
  const active = found.find(({ key }) => key === moved) ?? found.find(({ current }) => !current) ?? found[0];
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onClose(choice.current ? undefined : () => void open(choice));
  };
  const open = async ({ name, to }: Choice) => {
    const waiting = t('people.switch.opening', { number: name });
    await goOnWith(to, { waiting, failed: t('people.switch.failed') });
  };
  const step = (by: 1 | -1) => {
    const next = found.at((found.findIndex(({ key }) => key === active?.key) + by) % found.length);
    if (next !== undefined) setMoved(next.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter') choose(active);
    else return;
    event.preventDefault();
  };
  return {
    text,
    type: setText,
    found,
    active,
    choose,
    onKeyDown,
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
  };
}
