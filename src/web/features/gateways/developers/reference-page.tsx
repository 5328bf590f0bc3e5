import { Navigate } from '@tanstack/react-router';
import { CallPage } from './call-page.tsx';
import { GUIDES } from './guides.ts';
import { ChangelogPage, ErrorsPage, EventsPage, GuidePage } from './other-pages.tsx';
import type { Reference } from './reference.ts';

/** The page at an address below `/developers/`. */
export function ReferencePage(props: { page: string; reference: Reference }) {
  const { page, reference } = props;
  const guide = GUIDES.find((one) => one.page === page);
  const call = reference.calls.find((one) => one.page === page);
  if (guide) return <GuidePage guide={guide} key={page} reference={reference} />;
  if (call) return <CallPage call={call} key={page} reference={reference} />;
  if (page === 'errors') return <ErrorsPage reference={reference} />;
  if (page === 'events') return <EventsPage reference={reference} />;
  if (page === 'changelog') return <ChangelogPage />;
  return <Navigate params={{ _splat: GUIDES[0]?.page ?? '' }} replace to="/developers/$" />;
}
