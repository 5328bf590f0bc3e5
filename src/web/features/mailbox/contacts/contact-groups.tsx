import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { Groups } from './use-groups.ts';

/** The groups of a contact in its form: checked ones are saved with it. */
export function ContactGroups(props: {
  groups: Groups;
  chosen: ReadonlySet<string>;
  may: boolean;
  onToggle: (id: string) => void;
}) {
  const { groups, chosen, may } = props;
  const { t } = useTranslation();
  return (
    <>
      {groups.list.length === 0 ? (
        <p className="meta">{t(groups.failed ? 'contacts.groups.loadError' : 'contacts.groups.none')}</p>
      ) : (
        <ul aria-label={t('contacts.groups.title')} className="contact-groups">
          {groups.list.map(({ id, name }) => (
            <li key={id}>
              <Checkbox checked={chosen.has(id)} disabled={!may} onChange={() => props.onToggle(id)}>
                {name}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {may && (
        <Button
          className="contact-add"
          icon={Plus}
          onClick={() => groups.name({ kind: 'new', contacts: [], onAdded: props.onToggle })}
          variant="link"
        >
          {t('contacts.groups.new')}
        </Button>
      )}
    </>
  );
}
