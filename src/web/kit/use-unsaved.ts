import { useEffect, useRef } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { confirm } from '#web/ui/confirm.tsx';
import type { Question } from '#web/ui/confirm.tsx';
import { currentSession } from './session-store.ts';

/** A location, as its address names it. */
interface Spot {
  pathname: string;
  search: object;
}

interface More {
  words?: Partial<Question>;
  stays?: (now: Spot, then: Spot) => boolean;
  signedIn?: () => boolean;
}

/** The forms that would lose something just now. The first one that a page would lose asks for all of them. */
const forms = new Set<{ current: More }>();

/**
 * Asks before what was changed is lost by leaving a sub-page, a page, or the window. `words` ask where the
 * usual ones do not fit; `stays` knows addresses between which nothing is; `signedIn` is for pages with a session of their own.
 */
export function useUnsaved(dirty: boolean, more: More = {}): void {
  const { t } = useTranslation();
  const form = useRef(more);
  useEffect(() => {
    form.current = more;
  });
  useEffect(() => {
    if (!dirty) return undefined;
    forms.add(form);
    return () => void forms.delete(form);
  }, [dirty]);
  useBlocker({
    enableBeforeUnload: dirty,
    disabled: !dirty,
    shouldBlockFn: async ({ current, next }) => {
      const { signedIn = () => currentSession().token, words } = more;
      // A session that ended cannot save any more; asking would only stand in the way of signing in.
      if (!signedIn()) return false;
      const losing = [...forms].filter((one) => one.current.stays?.(current, next) !== true);
      if (losing[0] !== form) return false;
      return !(await confirmDiscard(t, words));
    },
  });
}

/** Asks whether changes may be lost. */
export async function confirmDiscard(t: TFunction, words: Partial<Question> = {}): Promise<boolean> {
  return await confirm({
    title: t('app.unsaved.title'),
    body: t('app.unsaved.text'),
    confirmLabel: t('app.unsaved.discard'),
    cancelLabel: t('app.unsaved.keep'),
    danger: true,
    ...words,
  });
}

const HERE: Spot = { pathname: 'here', search: {} };
const ELSEWHERE: Spot = { pathname: 'elsewhere', search: {} };

/** Asks where leaving would lose something: for dialogs that have such a form in them. */
export async function mayLeave(t: TFunction): Promise<boolean> {
  const loses = [...forms].some((one) => one.current.stays?.(HERE, ELSEWHERE) !== true);
  return !loses || (await confirmDiscard(t));
}
