import './shortcuts.css';
import { useTranslation } from 'react-i18next';
import { singleKeys } from '#web/kit/hotkeys.ts';
import { SHORTCUT_LIST } from '#web/kit/shortcut-list.ts';
import { KeyCaps } from '#web/ui/key-caps.tsx';
import { useStore } from '#web/ui/store.ts';

/** All shortcuts by group, from the table that the handlers share. Dimmed keys are off. `wide` has four columns. */
export function ShortcutList(props: { wide?: boolean }) {
  const { t } = useTranslation();
  const on = useStore(singleKeys);
  const Heading = props.wide === true ? 'h3' : 'h2';
  return (
    <div className="keys-list" data-wide={props.wide || undefined}>
      {SHORTCUT_LIST.map(({ group, entries }) => (
        <section aria-labelledby={group} key={group}>
          <Heading className="keys-head" id={group}>
            {t(group)}
          </Heading>
          <dl>
            {entries.map(({ label, caps, singles }) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>
                  {singles.length > 0 && <KeyCaps caps={singles} off={!on} />}
                  {caps.length > 0 && <KeyCaps caps={caps} />}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
