import './field.css';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { Icon } from './icon.tsx';

/** The attributes of a control that connect its label, hint and error for assistive technology. */
export interface FieldControl {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

/** The texts around a control; the same for every kind of field. */
export interface FieldFrame {
  label: string;
  /** Keeps the label for screen readers only, if the place itself makes clear what the field is for (a search box). */
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
  /** A message about the error and its remedy; replaces the hint. */
  error?: string | undefined;
  /** Shown at the end of the hint line: characters used of a limit, or tags of a maximum. */
  counter?: string | undefined;
  /** A note such as «optional» after the label. */
  note?: string | undefined;
  required?: boolean | undefined;
  /** A link or button at the end of the label line. */
  labelAction?: ReactNode;
  id?: string | undefined;
}

/** Separates the props of a field into the texts around it and the props of the control itself. */
export function splitFrame<Props extends FieldFrame>(
  props: Props,
): { frame: FieldFrame; rest: Omit<Props, keyof FieldFrame> } {
  const { label, labelHidden, hint, error, counter, note, required, labelAction, id, ...rest } = props;
  return { frame: { label, labelHidden, hint, error, counter, note, required, labelAction, id }, rest };
}

/** Label above, control, then hint or error below; passes the control its ids through the render function. */
export function Field(
  props: FieldFrame & { className?: string | undefined; children: (control: FieldControl) => ReactNode },
) {
  const own = useId();
  const id = props.id ?? own;
  const bad = props.error !== undefined && props.error !== '';
  const foot = bad || props.hint !== undefined || props.counter !== undefined;
  return (
    <div className={props.className === undefined ? 'f' : `f ${props.className}`} data-bad={bad || undefined}>
      <div className={props.labelHidden === true ? 'sr' : 'f-top'}>
        <label className="lab" htmlFor={id}>
          {props.label}
          {props.note !== undefined && <span className="f-note"> {props.note}</span>}
        </label>
        {props.labelAction}
      </div>
      {props.children({
        id,
        'aria-invalid': bad || undefined,
        'aria-describedby': foot ? `${id}-foot` : undefined,
        'aria-required': props.required || undefined,
      })}
      {foot && (
        <FieldFoot
          bad={bad}
          counter={props.counter}
          id={`${id}-foot`}
          text={bad ? props.error : props.hint}
        />
      )}
    </div>
  );
}

function FieldFoot(props: { id: string; bad: boolean; text: ReactNode; counter: string | undefined }) {
  return (
    <div className="hint" data-bad={props.bad || undefined} id={props.id}>
      {props.bad && <Icon as={CircleAlert} size="xs" />}
      <span className="grow">{props.text}</span>
      {props.counter !== undefined && <span className="num f-count">{props.counter}</span>}
    </div>
  );
}
