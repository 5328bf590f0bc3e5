import './credentials.css';
import type { ReactNode } from 'react';
import { Banner } from '#web/ui/banner.tsx';

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

/** A row of such a section: its name, when it was made and used, and what can be done with it. */
export function Credential(props: { name: ReactNode; about: string; children?: ReactNode }) {
  return (
    <li>
      <div>
        <p className="strong rowx">{props.name}</p>
        <p className="meta">{props.about}</p>
      </div>
      {props.children}
    </li>
  );
}
