import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Coded, useCodeWords } from './code-words.tsx';
import { ConsoleLink } from './console-parts.tsx';

/** The names of the objects that actions reference by id: `account/12` → the digits of its number. */
export type AuditNames = Readonly<Record<string, string>>;

/** The pages of the objects that audit rows reference. */
const PAGES: Readonly<Record<string, string>> = {
  job: 'queue',
  account: 'accounts',
  parent: 'parents',
  line: 'lines',
  brand: 'brands',
};

/** The action, in the words of the audit log. */
export function AuditAction({ of }: { of: string }) {
  const words = useCodeWords();
  return (
    <span className="strong">
      <Coded code={of}>{words.act(of)}</Coded>
    </span>
  );
}

/** The actor: `operator:anna`, `account/12`, `system`. */
export function AuditActor({ of, names }: { of: string; names: AuditNames }) {
  const [, kind = of, name = ''] = /^([a-z]+)[:/](.*)$/u.exec(of) ?? [];
  return <Named code={of} id={name} kind={kind} names={names} />;
}

/** The object of an action: `job/12`, or an id of the kind that the action names; links to its page if it has one. */
export function AuditObject(props: { of: string; action: string; names: AuditNames }) {
  const { of, action, names } = props;
  if (of === '') return <>–</>;
  const [kind = '', ...rest] = of.split('/');
  if (rest.length > 0) return <Named code={of} id={rest.join('/')} kind={kind} names={names} />;
  return /^\d+$/u.test(of) ? (
    <Named code={of} id={of} kind={action.split('.')[0] ?? ''} names={names} />
  ) : (
    <Named code={of} id="" kind={of} names={names} />
  );
}

/** The account of an action: its number, or another name. */
export function AuditAccount({ uid, names }: { uid: string | null; names: AuditNames }) {
  if (uid === null) return <>–</>;
  const name = names[`account/${uid}`] ?? uid;
  return (
    <ConsoleLink to={`accounts/${uid}`}>
      <Coded code={`account/${uid}`}>
        <Name of={name} />
      </Coded>
    </ConsoleLink>
  );
}

/** A name; fax numbers do not wrap. */
function Name({ of }: { of: string }) {
  const number = formatFaxNumber(of) ?? '';
  return number === of.trim() ? <bdi>{of}</bdi> : <span className="oc-number">{number}</span>;
}

function Named({ code, kind, id, names }: { code: string; kind: string; id: string; names: AuditNames }) {
  const { t } = useTranslation();
  const word = t(`operator.audit.kind.${kind}` as never, { defaultValue: kind }) as string;
  const name = names[`${kind}/${id}`] ?? id;
  const words = (
    <Coded code={code}>
      {name === '' ? word : `${word} `}
      <Name of={name} />
    </Coded>
  );
  const page = PAGES[kind];
  return page === undefined || id === '' ? words : <ConsoleLink to={`${page}/${id}`}>{words}</ConsoleLink>;
}
