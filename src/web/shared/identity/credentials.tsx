import './credentials.css';
import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { Banner } from '#web/ui/banner.tsx';
import { Icon } from '#web/ui/icon.tsx';

/**
 * A section for one kind of credential, such as passkeys or sessions; `id` names the section, `failed` is the reason
 * why its list is missing.
 */
export function CredentialSection(props: {
  id: string;
  title: string;
  lead?: string;
  /** Shown at the end of the heading: a control that adds to the list, or ends all entries. */
  action?: ReactNode;
  failed?: string | false;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={props.id} className="logins">
      <div className="logins-head">
        <div>
          <h2 id={props.id}>{props.title}</h2>
          {props.lead !== undefined && <p className="meta">{props.lead}</p>}
        </div>
        {props.action}
      </div>
      {props.failed && <Banner tone="warn">{props.failed}</Banner>}
      {props.children}
    </section>
  );
}

/**
 * A row of such a section: its name, when it was created and used, and its actions. `problem` says why the last change
 * was not saved; `aboutId` lets the text describe a control.
 */
export function Credential(props: {
  name: ReactNode;
  about: string;
  aboutId?: string;
  problem?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <li>
      <div>
        <p className="strong rowx">{props.name}</p>
        <p className="meta" id={props.aboutId}>
          {props.about}
        </p>
        {props.problem !== undefined && (
          <p className="hint" data-bad role="alert">
            <Icon as={CircleAlert} size="s" />
            {props.problem}
          </p>
        )}
      </div>
      {props.children}
    </li>
  );
}
