import { useTranslation } from 'react-i18next';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { DomainsCard } from '#web/features/identity/single-sign-on/domains-card.tsx';
import { ProviderCard } from '#web/features/identity/single-sign-on/provider-card.tsx';
import { RequireCard } from '#web/features/identity/single-sign-on/require-card.tsx';
import { RolesCard } from '#web/features/identity/single-sign-on/roles-card.tsx';
import { StepsCard } from '#web/features/identity/single-sign-on/steps-card.tsx';
import { TestCard } from '#web/features/identity/single-sign-on/test-card.tsx';
import { useAdministrationSignOn } from '#web/features/identity/single-sign-on/use-administration-sign-on.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** The single sign-on of an administrator's people. */
export function MultifaxSingleSignOnScreen() {
  const { t } = useTranslation();
  const settings = useAdministrationSignOn();
  const { state, loading, failed, reload } = settings;
  usePageTitle(t('signOn.title'));
  const isSetUp = state !== undefined && state.provider !== null;
  return (
    <MultifaxFrame lead={t('signOn.lead')} title={t('signOn.title')}>
      {loading && <Spinner label={t('signOn.loading')} size="l" />}
      {failed && <LoadFailed onRetry={reload} text={t('signOn.loadFailed')} />}
      {state !== undefined && (
        <div className="prov">
          <div>
            <ProviderCard key={state.provider?.id} settings={settings} />
            {isSetUp && <RolesCard settings={settings} state={state} />}
          </div>
          <div>
            {isSetUp ? (
              <>
                <TestCard settings={settings} />
                <DomainsCard settings={settings} />
                <RequireCard settings={settings} state={state} />
              </>
            ) : (
              <StepsCard />
            )}
          </div>
        </div>
      )}
    </MultifaxFrame>
  );
}
