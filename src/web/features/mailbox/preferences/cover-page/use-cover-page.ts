import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { coverSettingsBody, putCoverPageSettings } from '#contract/faxes/cover-pages.ts';
import type { COVER_SETTINGS_LIMITS, CoverSettings, CoverTemplate } from '#contract/faxes/cover-pages.ts';
import { callApi } from '#web/kit/call-api.ts';
import { coverSettingsQuery, templatesQuery } from '#web/shared/faxes/cover-pages.ts';
import { runChange } from '#web/kit/run-change.ts';
import { isChanged, useUnsaved } from '#web/kit/use-unsaved.ts';
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
  const [draft, setDraft] = useState<Partial<CoverSettings>>({});
  const [saving, setSaving] = useState(false);
  const failed =
    (settings.isError && settings.data === undefined) || (templates.isError && templates.data === undefined);
  useEffect(() => {
    if (failed) growl.error(t('preferences.loadFailed'));
  }, [failed, t]);
  useUnsaved(!saving && isChanged(draft, settings.data));
  const values: CoverSettings = { ...(settings.data ?? NOTHING), ...draft };
  const faults = faultsOf(values);

  const save = async () => {
    if (saving || Object.keys(faults).length > 0) return;
    setSaving(true);
    const words = { waiting: t('general.saving'), done: t('general.saved'), failed: t('general.saveError') };
    await runChange(words, async () => {
      const { data } = await callApi(putCoverPageSettings, { body: values });
      client.setQueryData(coverSettingsQuery.queryKey, data);
      setDraft({});
    });
    setSaving(false);
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
    change: (change) => setDraft({ ...draft, ...change }),
    faults,
    saving,
    save: () => void save(),
  };
}

/** Applies the server's own rules, so that Save is never offered for values that it would refuse. */
function faultsOf(values: CoverSettings): Partial<Record<string, string>> {
  const parsed = coverSettingsBody.safeParse(values);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
}
