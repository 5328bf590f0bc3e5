import { useTranslation } from 'react-i18next';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { CallsCard } from '#web/features/identity/provisioning/calls-card.tsx';
import { ConnectionCard, ProviderCard } from '#web/features/identity/provisioning/connection-card.tsx';
import { GroupsCard } from '#web/features/identity/provisioning/groups-card.tsx';
import { useProvisioning } from '#web/features/identity/provisioning/use-provisioning.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** The directory that adds and removes people for an administrator. */
export function MultifaxProvisioningScreen() {
  const { t } = useTranslation();
  const directory = useProvisioning();
  const { state, loading, failed, reload } = directory;
  usePageTitle(t('provisioning.title'));
  return (
    <MultifaxFrame lead={t('provisioning.lead')} title={t('provisioning.title')}>
      {loading && <Spinner label={t('provisioning.loading')} size="l" />}
      {failed && <LoadFailed onRetry={reload} text={t('provisioning.loadFailed')} />}
      {state !== undefined && (
        <div className="prov">
          <div>
            <GroupsCard directory={directory} state={state} />
            <CallsCard directory={directory} />
          </div>
          <div>
            <ConnectionCard state={state} />
            <ProviderCard />
          </div>
        </div>
      )}
    </MultifaxFrame>
  );
}
