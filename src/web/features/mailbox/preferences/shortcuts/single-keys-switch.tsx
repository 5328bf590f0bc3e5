import './shortcuts.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { putGlobalSettings } from '#contract/mailbox/general-settings.ts';
import type { getGlobalSettings } from '#contract/mailbox/general-settings.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { TaggedText } from '#web/kit/tagged-text.tsx';
import { settingsQuery } from '#web/shared/mailbox/settings.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useInstant } from '#web/kit/use-instant.ts';
import type { SavedMark } from '#web/kit/use-instant.ts';

/** The account's choice of single-key shortcuts. It is saved at once. */
export interface SingleKeysChoice {
  /** Undefined until the settings are loaded. */
  on: boolean | undefined;
  mark: SavedMark;
  /** Why the last change was not saved. */
  refused: string | undefined;
  choose: (on: boolean) => void;
}

/** Loads and changes the choice; it takes effect on every page as soon as it shows here. */
export function useSingleKeys(): SingleKeysChoice {
  const { data } = useQuery(settingsQuery);
  const { mark, refused, change } = useInstant<ReplyOf<typeof getGlobalSettings>>(
    settingsQuery.queryKey,
    async ({ singleKeys }) => (await callApi(putGlobalSettings, { body: { singleKeys } })).data,
  );
  return {
    on: data && data.singleKeys === '1',
    mark,
    refused: refused?.text,
    choose: (on) => change({ singleKeys: on ? '1' : '0' }),
  };
}

/** The switch, its description, and the error of a failed change. */
export function SingleKeysSwitch(props: { choice: SingleKeysChoice }) {
  const { on, refused, choose } = props.choice;
  const { t } = useTranslation();
  return (
    <div className="keys-switch">
      <div className="grow">
        <div className="strong" id="single-keys">
          {t('shortcuts.single.title')}
        </div>
        <p className="meta" id="single-keys-text">
          <TaggedText elements={{ kbd: <kbd /> }} text={t('shortcuts.single.text')} />
        </p>
        {refused !== undefined && (
          <p className="hint" data-bad role="alert">
            <Icon as={CircleAlert} size="s" />
            {refused}
          </p>
        )}
      </div>
      <Switch
        aria-describedby="single-keys-text"
        aria-labelledby="single-keys"
        checked={on === true}
        disabled={on === undefined}
        onChange={(event) => choose(event.target.checked)}
      />
    </div>
  );
}
