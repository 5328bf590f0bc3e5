import './credentials.css';
import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { Banner } from '#web/ui/banner.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** One way into an account, such as passkeys or sessions; `id` names the section, `failed` says why its list is missing. */
export function CredentialSection(props: {
  id: string;
  title: string;
  lead?: string;
  /** Stands at the end of the heading: what adds to the list, or ends all of it. */
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
 * A row of such a section: its name, when it was made and used, and what can be done with it. `problem` says why the last
 * change was not saved; `aboutId` lets a control be described by the text.
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
