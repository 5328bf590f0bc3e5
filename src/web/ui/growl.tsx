import './growl.css';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { growlStore, pauseGrowl, resumeGrowl, clearGrowl } from './growl-store.ts';
import type { GrowlAction } from './growl-store.ts';
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
  if (shown === null) return null;
  return (
    <div
      className="growl"
      data-kind={shown.kind}
      key={shown.id}
      onBlur={(event) => {
        if (!event.currentTarget.matches(':hover')) resumeGrowl();
      }}
      onFocus={pauseGrowl}
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
          aria-label={props.closeLabel}
          className="growl-x"
          onClick={clearGrowl}
          title={props.closeLabel}
          type="button"
        >
          <Icon as={X} size="s" />
        </button>
      )}
    </div>
  );
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
