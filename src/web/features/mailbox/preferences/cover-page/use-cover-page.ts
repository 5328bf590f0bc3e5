import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { coverSettingsBody, putCoverPageSettings } from '#contract/faxes/cover-pages.ts';
import type { COVER_SETTINGS_LIMITS, CoverSettings, CoverTemplate } from '#contract/faxes/cover-pages.ts';
import { callApi } from '#web/kit/call-api.ts';
import { coverSettingsQuery, templatesQuery } from '#web/shared/faxes/cover-pages.ts';
import { runChange } from '#web/kit/run-change.ts';
import { useDraft } from '#web/kit/use-draft.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { growl } from '#web/ui/growl-store.ts';
import type { PageData } from '../preference-frame.tsx';

/** The text fields of the page. */
export type CoverSetting = keyof typeof COVER_SETTINGS_LIMITS;

/** The page's data, draft and save action. */
export interface CoverPagePrefs extends PageData {
  values: CoverSettings;
  templates: readonly CoverTemplate[];
  change: (change: Partial<CoverSettings>) => void;
  /** The errors of fields, as codes of the contract. */
  faults: Readonly<Partial<Record<string, string>>>;
  saving: boolean;
  save: () => void;
}

const NOTHING: CoverSettings = {
  useCoverpage: '0',
  name: '',
  company: '',
  location: '',
  phone: '',
  templateId: '1',
};

/** Returns the cover page settings as a draft over the saved ones (PCOV-09). */
export function useCoverPage(): CoverPagePrefs {
  const { t } = useTranslation();
  const client = useQueryClient();
  const settings = useQuery(coverSettingsQuery);
  const templates = useQuery(templatesQuery);
  const draft = useDraft<CoverSettings>(settings.data ?? NOTHING);
  const { values, saving } = draft;
  const failed =
    (settings.isError && settings.data === undefined) || (templates.isError && templates.data === undefined);
  useEffect(() => {
    if (failed) growl.error(t('preferences.loadFailed'));
  }, [failed, t]);
  useUnsaved(draft.unsaved);
  const faults = faultsOf(values);

  const save = async () => {
    const words = { waiting: t('general.saving'), done: t('general.saved'), failed: t('general.saveError') };
    const failure = await runChange(words, async () => {
      const { data } = await callApi(putCoverPageSettings, { body: values });
      client.setQueryData(coverSettingsQuery.queryKey, data);
    });
    return failure === null;
  };
  return {
    loading: !failed && (settings.data === undefined || templates.data === undefined),
    failed,
    reload: () => {
      void settings.refetch();
      void templates.refetch();
    },
    values,
    templates: templates.data ?? [],
    change: draft.change,
    faults,
    saving,
    save: () => void (Object.keys(faults).length === 0 && draft.save(save)),
  };
}

/** Applies the server's own rules, so that Save is never offered for values that it would refuse. */
function faultsOf(values: CoverSettings): Partial<Record<string, string>> {
  const parsed = coverSettingsBody.safeParse(values);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
}
