import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localNumberLocations } from '#contract/customers/administrators.ts';
import { callApi } from '#web/kit/call-api.ts';
import { Select } from '#web/ui/select.tsx';
import { ListFailed } from '../multifax-frame.tsx';
import type { AccountForm } from './use-add-account.ts';

/** The state and area code of a local number; places without free numbers cannot be selected (MFA-16, MFA-17). */
export function LocationFields(props: { form: AccountForm; change: (part: Partial<AccountForm>) => void }) {
  const { form, change } = props;
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['multifax', 'locations'],
    queryFn: () => callApi(localNumberLocations),
  });
  if (query.isError && query.data === undefined)
    return <ListFailed onRetry={() => void query.refetch()} text={t('multifax.add.locationsFailed')} />;
  const states = query.data ?? [];
  const areas = states.find(({ StateId }) => StateId === form.stateId)?.areas ?? [];
  const empty = areas.filter(({ PoolEmpty }) => PoolEmpty).map(({ AreaCode }) => AreaCode);
  const choose = { value: '', label: t('multifax.add.choose') };
  const place = (value: string, name: string, poolEmpty: boolean) => ({
    value,
    label: poolEmpty ? t('multifax.add.noneLeft', { name }) : name,
    disabled: poolEmpty,
  });
  return (
    <div className="g2">
      <Select
        disabled={query.isPending}
        label={t('multifax.add.state')}
        name="state"
        onChange={(event) => change({ stateId: event.target.value, areaId: '' })}
        options={[
          choose,
          ...states.map(({ StateId, StateName, PoolEmpty }) => place(StateId, StateName, PoolEmpty)),
        ]}
        required
        value={form.stateId}
      />
      <Select
        disabled={form.stateId === ''}
        hint={
          empty.length === 0
            ? undefined
            : t('multifax.add.poolEmpty', { count: empty.length, codes: empty.join(', ') })
        }
        label={t('multifax.add.area')}
        name="area"
        onChange={(event) => change({ areaId: event.target.value })}
        options={[
          choose,
          ...areas.map(({ AreaId, AreaCode, AreaName, PoolEmpty }) =>
            place(
              AreaId,
              AreaName === '' ? AreaCode : t('multifax.add.areaName', { code: AreaCode, name: AreaName }),
              PoolEmpty,
            ),
          ),
        ]}
        required
        value={form.areaId}
      />
    </div>
  );
}
