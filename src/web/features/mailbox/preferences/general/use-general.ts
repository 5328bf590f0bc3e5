import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { putGlobalSettings, timeZoneList } from '#contract/mailbox/general-settings.ts';
import type { getGlobalSettings } from '#contract/mailbox/general-settings.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { loadLanguages } from '#web/kit/i18n.ts';
import { applySettings, settingsQuery } from '#web/shared/mailbox/settings.ts';
import { useDraft } from '#web/kit/use-draft.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { growl } from '#web/ui/growl-store.ts';
import type { SelectOption } from '#web/ui/select.tsx';
import type { PageData } from '../preference-frame.tsx';
import { runChange } from '#web/kit/run-change.ts';

/** The values that the page can change. */
type GeneralValues = Pick<
  ReplyOf<typeof getGlobalSettings>,
  'notifyNew' | 'warnDelete' | 'readText' | 'splitFaxes' | 'language' | 'timezoneId'
>;

/** The page's data, draft and save action. */
export interface General extends PageData {
  values: GeneralValues;
  change: (change: Partial<GeneralValues>) => void;
  languages: readonly SelectOption[];
  zones: readonly SelectOption[];
  saving: boolean;
  save: () => void;
}

const NOTHING: GeneralValues = { notifyNew: '0', warnDelete: '0', language: '', timezoneId: '' };

/** Returns the general settings as a draft over the saved ones; saved values take effect on every page at once. */
export function useGeneral(): General {
  const { t } = useTranslation();
  const client = useQueryClient();
  const settings = useQuery(settingsQuery);
  const choices = useChoices();
  const draft = useDraft<GeneralValues>(settings.data ?? NOTHING);
  const { values, saving } = draft;
  const failed = settings.data === undefined ? settings.isError : choices.failed;
  useEffect(() => {
    if (failed) growl.error(t('general.loadError'));
  }, [failed, t]);
  useUnsaved(draft.unsaved);

  const save = async () => {
    const { notifyNew, warnDelete, readText, splitFaxes, language, timezoneId } = values;
    const words = {
      waiting: t('general.saving'),
      done: t('general.saved'),
      failed: t('general.saveError'),
    };
    const failure = await runChange(words, async () => {
      const optional = { ...(readText && { readText }), ...(splitFaxes && { splitFaxes }) };
      const body = { notifyNew, warnDelete, language, timezoneId, ...optional };
      const { data } = await callApi(putGlobalSettings, { body });
      await applySettings(data);
      client.setQueryData(settingsQuery.queryKey, data);
    });
    return failure === null;
  };

  return {
    loading: !failed && (settings.data === undefined || choices.loading),
    failed,
    reload: () => {
      void settings.refetch();
      choices.reload();
    },
    values,
    change: draft.change,
    languages: choices.languages,
    zones: choices.zones,
    saving,
    save: () => void draft.save(save),
  };
}

function useChoices(): PageData & Pick<General, 'languages' | 'zones'> {
  const languages = useQuery({
    queryKey: ['languages'],
    queryFn: loadLanguages,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const zones = useQuery({
    queryKey: ['time-zones'],
    queryFn: () => callApi(timeZoneList),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    loading: languages.isPending || zones.isPending,
    failed: zones.isError,
    reload: () => void zones.refetch(),
    languages: (languages.data ?? []).map(({ code, name }) => ({ value: code, label: name })),
    zones: (zones.data ?? []).map((zone) => ({ value: zone.timezone_id, label: zone.name })),
  };
}
