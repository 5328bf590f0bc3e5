import type { ReactNode } from 'react';
import type { Call } from '#contract/kit/call.ts';
import { operatorSession } from '#contract/identity/operators.admin.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import type { Right } from '#contract/kit/roles.ts';
import { useConsole } from './console-query.ts';

/** Returns a check of the rights of the operator's role. The server decides, this only tidies the page. */
export function useMay(): (right: Right | undefined) => boolean {
  const role = useConsole(operatorSession).data?.role ?? 'full';
  return (right) => roleAllows(role, right);
}

/** Renders its children only for operators who may make a call. */
export function May(props: { call: Call; children: ReactNode }) {
  return useMay()(props.call.right) ? props.children : null;
}
