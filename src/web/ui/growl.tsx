import './growl.css';
import { useLayoutEffect, useRef } from 'react';
import type { FocusEvent } from 'react';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { growlStore, pauseGrowl, resumeGrowl, clearGrowl } from './growl-store.ts';
import type { Growl, GrowlAction } from './growl-store.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { useStore } from './store.ts';

/**
 * The place where growls appear: bottom center, one at a time. Mount it once per shell; sign-in pages have none
 * (ROUTE-18). The live regions exist before any text does; otherwise screen readers would miss the first one.
 */
export function GrowlHost(props: { closeLabel: string }) {
  const shown = useStore(growlStore);
  const alert = shown?.kind === 'error';
  return (
    <div className="growls">
      <output>{shown !== null && !alert && <GrowlBody closeLabel={props.closeLabel} />}</output>
      <div role="alert">{shown !== null && alert && <GrowlBody closeLabel={props.closeLabel} />}</div>
    </div>
  );
}

function GrowlBody(props: { closeLabel: string }) {
  const shown = useStore(growlStore);
  return shown === null ? null : <OneGrowl closeLabel={props.closeLabel} key={shown.id} shown={shown} />;
}

function OneGrowl(props: { closeLabel: string; shown: Growl }) {
  const { closeLabel, shown } = props;
  const { place, noteFocus } = useReturnedFocus();
  return (
    <div
      ref={place}
      className="growl"
      data-kind={shown.kind}
      onBlur={(event) => {
        if (!event.currentTarget.matches(':hover')) resumeGrowl();
      }}
      onFocus={(event) => {
        noteFocus(event);
        pauseGrowl();
      }}
      onMouseEnter={pauseGrowl}
      onMouseLeave={(event) => {
        if (!event.currentTarget.contains(document.activeElement)) resumeGrowl();
      }}
    >
      {shown.kind === 'wait' ? <Spinner /> : <Icon as={shown.kind === 'error' ? CircleAlert : CircleCheck} />}
      <span>{shown.text}</span>
      {shown.action !== undefined && <GrowlButton action={shown.action} />}
      {shown.kind !== 'wait' && (
        <button
          aria-label={closeLabel}
          className="growl-x"
          onClick={clearGrowl}
          title={closeLabel}
          type="button"
        >
          <Icon as={X} size="s" />
        </button>
      )}
    </div>
  );
}

/**
 * Returns the focus to where it was before, when a growl disappears while one of its buttons has it; otherwise keyboard
 * users would start from the top of the page.
 */
function useReturnedFocus() {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const growl = place.current;
    return () => {
      if (growl?.contains(document.activeElement) === true && before.current?.isConnected === true)
        before.current.focus({ preventScroll: true });
    };
  }, []);
  const noteFocus = ({ relatedTarget: from, currentTarget }: FocusEvent) => {
    if (from instanceof HTMLElement && !currentTarget.contains(from)) before.current = from;
  };
  return { place, noteFocus };
}

/** The action of the notice. The key labels are only visual; screen readers get the keys as the shortcut. */
function GrowlButton(props: { action: GrowlAction }) {
  const { label, keys = [], shortcut, run } = props.action;
  return (
    <button aria-keyshortcuts={shortcut} className="growl-do" onClick={run} type="button">
      {label}
      {keys.length > 0 && (
        <span aria-hidden="true" className="growl-keys">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </button>
  );
}
