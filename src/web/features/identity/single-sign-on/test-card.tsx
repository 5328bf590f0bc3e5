import '#web/shared/identity/provider-setup.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalLink } from 'lucide-react';
import type { AdministrationSignOn } from '#contract/identity/administration-sign-on.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { shownPlace } from './shown-place.ts';
import type { SignOnSettings } from './use-administration-sign-on.ts';

type Test = NonNullable<AdministrationSignOn['test']>;

/** Signs in at the provider without opening a session, and shows what the result would be. */
export function TestCard({ settings }: { settings: SignOnSettings }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const test = settings.state?.test ?? null;
  const begin = async () => {
    setBusy(true);
    await settings.test();
    setBusy(false);
  };
  return (
    <Card
      action={
        <Button busy={busy} icon={ExternalLink} onClick={() => void begin()} size="sm">
          {t(test === null ? 'signOn.test' : 'signOn.testAgain')}
        </Button>
      }
      title={t('signOn.testTitle')}
    >
      <div className="prov-body">
        {test === null ? <p className="meta">{t('signOn.testLead')}</p> : <Outcome test={test} />}
      </div>
    </Card>
  );
}

function Outcome({ test }: { test: Test }) {
  const { t } = useTranslation();
  const { at, fault, email } = test;
  const when = <span className="meta">{formatDateTime(at)}</span>;
  if (fault !== null)
    return (
      <Banner tone="bad">
        <strong>{t(`signOn.fault.${fault}.title`, { email })}</strong>
        <br />
        {t(`signOn.fault.${fault}.text`)}
        <br />
        {when}
      </Banner>
    );
  return (
    <Banner tone={test.roles.length > 0 || test.known ? 'ok' : 'warn'}>
      <strong>{t('signOn.gotIn', { email })}</strong>
      <br />
      <Groups test={test} />
      <br />
      {when}
    </Banner>
  );
}

/** The roles that the received groups result in, and what to do if nothing lets the person in. */
function Groups({ test: { groups, roles, known } }: { test: Test }) {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const said =
    groups === null
      ? t('signOn.noGroups')
      : t('signOn.groupsSent', { groups: list.format(groups), n: groups.length });
  const given = roles.map((one) =>
    t('signOn.roleAt', { role: t(`people.roles.${one.role}`), place: shownPlace(t, one) }),
  );
  return (
    <>
      {groups?.length === 0 ? t('signOn.emptyGroups') : said}
      {given.length > 0 && ` ${t('signOn.give', { roles: list.format(given) })}`}
      {given.length === 0 && ` ${t(known ? 'signOn.knownAlready' : 'signOn.noRole')}`}
    </>
  );
}
