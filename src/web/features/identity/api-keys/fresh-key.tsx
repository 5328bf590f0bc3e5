import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { BookOpen, Check, Copy } from 'lucide-react';
import type { ApiKeyEntry } from '#contract/identity/api-keys.ts';
import { formatDate } from '#web/kit/format-date.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { ModeBadge, Scopes } from './key-table.tsx';

/** A new key and its rights. */
export type FreshKeyFacts = Pick<ApiKeyEntry, 'name' | 'mode' | 'scopes' | 'networks' | 'expiresAt'> & {
  key: string;
};

/** The parts of a key, shown on separate lines: kind and id, secret, check digits. */
const PARTS = /^(f2e_\w{4}_\w{10}_)(.{43}_)(\w{6})$/u;

/** Shows the secret, only once. Neither Escape nor a click outside closes it; leaving without copying is confirmed. */
export function FreshKey(props: { facts: FreshKeyFacts; email: string; onClose: () => void }) {
  const { facts, email, onClose } = props;
  const { t } = useTranslation();
  const { text, state, copy } = useCopy(facts.key);
  const leave = async () => {
    const sure =
      state === 'copied' ||
      (await confirm({
        title: t('apiKeys.leaveTitle'),
        body: t('apiKeys.leaveText'),
        confirmLabel: t('apiKeys.leave'),
        cancelLabel: t('apiKeys.stay'),
        danger: true,
      }));
    if (sure) onClose();
  };
  return (
    <Modal
      alert
      footer={
        <>
          <Link
            className="btn ak-guide"
            data-variant="quiet"
            params={{ _splat: 'guides/first-fax' }}
            target="_blank"
            to="/developers/$"
          >
            <Icon as={BookOpen} size="s" />
            {t('apiKeys.firstFax')}
          </Link>
          <Button onClick={() => void leave()}>{t('apiKeys.savedIt')}</Button>
        </>
      }
      onClose={() => undefined}
      open
      size="lg"
      title={t('apiKeys.createdTitle')}
    >
      <div className="ak-fresh">
        <p>{t('apiKeys.createdText')}</p>
        <div className="ak-secret">
          <code aria-label={t('apiKeys.key')} ref={text}>
            {(PARTS.exec(facts.key)?.slice(1) ?? [facts.key]).map((part) => (
              <span key={part}>{part}</span>
            ))}
          </code>
          <Button
            icon={state === 'copied' ? Check : Copy}
            onClick={() => void copy()}
            ref={focusNow}
            variant="primary"
          >
            {t(state === 'copied' ? 'apiKeys.copied' : 'apiKeys.copy')}
          </Button>
        </div>
        <output className={state === 'refused' ? 'meta' : 'sr'}>
          {state === 'copied' && t('apiKeys.copied')}
          {state === 'refused' && t('apiKeys.copyRefused')}
        </output>
        <Facts facts={facts} />
        <Banner tone="info">{t('apiKeys.told', { email })}</Banner>
      </div>
    </Modal>
  );
}

/** Copying is the first thing to do. */
function focusNow(button: HTMLElement | null): void {
  button?.focus();
}

function useCopy(key: string) {
  const text = useRef<HTMLElement>(null);
  const [state, setState] = useState<'new' | 'copied' | 'refused'>('new');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      setState('copied');
    } catch {
      // No permission, or a page without HTTPS: people can copy it manually.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setState('refused');
    }
  };
  return { text, state, copy };
}

function Facts({ facts }: { facts: FreshKeyFacts }) {
  const { t } = useTranslation();
  return (
    <dl className="ak-facts">
      <dt>{t('apiKeys.name')}</dt>
      <dd className="ak-name">
        <bdi>{facts.name}</bdi> <ModeBadge mode={facts.mode} />
      </dd>
      <dt>{t('apiKeys.scopes')}</dt>
      <dd>
        <Scopes all scopes={facts.scopes} />
      </dd>
      <dt>{t('apiKeys.expires')}</dt>
      <dd className="num">
        {facts.expiresAt === null ? t('apiKeys.never') : <bdi dir="ltr">{formatDate(facts.expiresAt)}</bdi>}
      </dd>
      <dt>{t('apiKeys.worksFrom')}</dt>
      <dd className="num">
        {facts.networks.length === 0 ? (
          t('apiKeys.anywhere')
        ) : (
          <bdi dir="ltr">{facts.networks.join(', ')}</bdi>
        )}
      </dd>
    </dl>
  );
}
