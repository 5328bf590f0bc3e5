import '#web/ui/modal.css';
import './palette/palette.css';
import './account-switcher.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Check, Search } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { ownAccounts, switchAccount } from '#contract/identity/people.ts';
import { digitsOf, formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { focusFirst } from '#web/kit/focus-first.ts';
import { openSession } from '#web/kit/session-store.ts';
import { Count } from '#web/ui/count.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { Icon } from '#web/ui/icon.tsx';
import { KeyCaps } from '#web/ui/key-caps.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type OwnAccount = ReplyOf<typeof ownAccounts>['accounts'][number];

const LIST = 'accounts-list';

/** The accounts that a person works on: type a part of a number, arrows choose, Enter opens (ARIA combobox pattern). */
export function AccountSwitcher(props: { onClose: (then?: () => void) => void }) {
  const { t } = useTranslation();
  const list = useSwitcher(props.onClose);
  return (
    <ModalOverlay
      className="scrim pal-scrim"
      isDismissable
      isOpen
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Modal className="pal acc" data-modal>
        <Dialog aria-label={t('people.switch.title')} className="pal-box">
          <div className="pal-q">
            <Icon as={Search} />
            <input
              aria-activedescendant={list.active && `account-${list.active.id}`}
              aria-autocomplete="list"
              aria-controls={LIST}
              aria-expanded="true"
              aria-label={t('people.switch.find')}
              autoComplete="off"
              inputMode="numeric"
              onChange={(event) => list.type(event.target.value)}
              onKeyDown={list.onKeyDown}
              placeholder={t('people.switch.find')}
              ref={focusFirst}
              role="combobox"
              type="text"
              value={list.text}
            />
          </div>
          <div className="pal-list">
            {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A combobox lists what no <select> can show: roles and counts. */}
            <div aria-label={t('people.switch.title')} id={LIST} role="listbox">
              {list.found.map((account) => (
                <Option
                  account={account}
                  active={account.id === list.active?.id}
                  key={account.id}
                  onChoose={() => list.choose(account)}
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
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Note({ list }: { list: ReturnType<typeof useSwitcher> }) {
  const { t } = useTranslation();
  if (list.loading) return <Spinner label={t('preferences.loading')} />;
  if (list.failed) return <output className="pal-note meta">{t('people.switch.loadFailed')}</output>;
  if (list.found.length > 0) return null;
  return <output className="pal-note meta">{t('people.switch.none', { text: list.text })}</output>;
}

function Option(props: { account: OwnAccount; active: boolean; onChoose: () => void }) {
  const { account, active, onChoose } = props;
  const { id, faxNumber, role, unread, current } = account;
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Keys go to the text field, which names the active option.
    <div
      aria-selected={active}
      className="pal-option"
      id={`account-${id}`}
      onClick={onChoose}
      onMouseDown={(event) => event.preventDefault()}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As above.
      role="option"
      tabIndex={-1}
    >
      <bdi className="num strong" dir="ltr">
        {formatFaxNumber(faxNumber)}
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

function useSwitcher(onClose: (then?: () => void) => void) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['own-accounts'],
    queryFn: async () => await callApi(ownAccounts),
    staleTime: 0,
  });
  const [text, setText] = useState('');
  const [moved, setMoved] = useState<string | null>(null);
  const accounts = query.data?.accounts ?? [];
  const digits = digitsOf(text);
  const found = accounts.filter(
    ({ faxNumber }) => text.trim() === '' || (digits !== '' && faxNumber.includes(digits)),
  );
  // The account that is open needs no key: the first other one is proposed.
  const active = found.find(({ id }) => id === moved) ?? found.find(({ current }) => !current) ?? found[0];
  const choose = (account: OwnAccount | undefined) => {
    if (account === undefined) return;
    onClose(account.current ? undefined : () => void open(account));
  };
  const open = async ({ id, faxNumber }: OwnAccount) => {
    growl.wait(t('people.switch.opening', { number: formatFaxNumber(faxNumber) ?? '' }));
    try {
      const { data } = await callApi(switchAccount, { body: { account: id } });
      openSession(data.node);
      // Nothing of the account of before may stay on the page.
      location.reload();
    } catch {
      growl.error(t('people.switch.failed'));
    }
  };
  const step = (by: 1 | -1) => {
    const next = found.at((found.findIndex(({ id }) => id === active?.id) + by) % found.length);
    if (next !== undefined) setMoved(next.id);
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
