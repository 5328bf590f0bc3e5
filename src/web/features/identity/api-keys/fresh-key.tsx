import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { formatDate } from '#web/kit/format-date.ts';
import { OnceOnlyModal } from '#web/shared/identity/once-only-modal.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ModeBadge, Scopes } from './key-table.tsx';
import type { FreshKeyFacts } from './use-api-keys.ts';

/** The parts of a key, shown on separate lines: kind and id, secret, check digits. */
const PARTS = /^(f2e_\w{4}_\w{10}_)(.{43}_)(\w{6})$/u;

/** The secret, shown this once, and what it may do. */
export function FreshKey(props: { facts: FreshKeyFacts; email: string; onClose: () => void }) {
  const { facts, email, onClose } = props;
  const { t } = useTranslation();
  return (
    <OnceOnlyModal
      done={t('apiKeys.savedIt')}
      guide={
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
      }
      lead={t('apiKeys.createdText')}
      name={t('apiKeys.key')}
      onClose={onClose}
      parts={PARTS.exec(facts.key)?.slice(1) ?? [facts.key]}
      secret={facts.key}
      size="lg"
      title={t('apiKeys.createdTitle')}
    >
      <Facts facts={facts} />
      <Banner tone="info">{t('apiKeys.told', { email })}</Banner>
    </OnceOnlyModal>
  );
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
