import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { createStore, useStore } from './store.ts';

/** A question with its answers. If something would be lost, the button names the action (“Delete”), never “OK”. */
export interface Question {
  title: string;
  body?: ReactNode;
  confirmLabel: string;
  /** Omitted for a message that only has to be read. */
  cancelLabel?: string;
  /** A third option between the two. */
  middleLabel?: string;
  danger?: boolean;
}

/** The button that was pressed; Escape counts as cancel. */
export type Answer = 'confirm' | 'middle' | 'cancel';

interface Asked {
  question: Question;
  answer: (answer: Answer) => void;
}

/**
 * Questions wait for each other, so that a second one never hides the first unanswered. When the session ends, nobody is
 * there to answer them.
 */
const waiting = createStore<readonly Asked[]>([], 'session', (unanswered) => {
  for (const { answer } of unanswered) answer('cancel');
});

/**
 * Asks a question and waits for one of up to three answers. Needs a `ConfirmHost` on the page. The same question asked
 * again before it is answered (by a second press on a button while the question is opening) is answered with cancel:
 * the first one counts.
 */
export function ask(question: Question): Promise<Answer> {
  if (waiting.get().some((one) => one.question.title === question.title)) return Promise.resolve('cancel');
  return new Promise((answer) => waiting.set([...waiting.get(), { question, answer }]));
}

/** Asks a yes-or-no question: Enter confirms, Escape declines. */
export async function confirm(question: Omit<Question, 'middleLabel'>): Promise<boolean> {
  return (await ask(question)) === 'confirm';
}

/** The place where questions appear; mount it once per shell. */
export function ConfirmHost() {
  const [asked] = useStore(waiting);
  if (asked === undefined) return null;
  const answer = (chosen: Answer) => {
    waiting.set(waiting.get().slice(1));
    asked.answer(chosen);
  };
  return <QuestionModal key={asked.question.title} question={asked.question} onAnswer={answer} />;
}

/** The confirming button has the focus, so Enter confirms by the browser's own rule. */
function focusNow(button: HTMLElement | null): void {
  button?.focus();
}

function QuestionModal(props: { question: Question; onAnswer: (answer: Answer) => void }) {
  const { question, onAnswer } = props;
  return (
    <Modal
      alert
      footer={
        <>
          {question.cancelLabel !== undefined && (
            <Button onClick={() => onAnswer('cancel')}>{question.cancelLabel}</Button>
          )}
          {question.middleLabel !== undefined && (
            <Button onClick={() => onAnswer('middle')}>{question.middleLabel}</Button>
          )}
          <Button
            ref={focusNow}
            onClick={() => onAnswer('confirm')}
            variant={question.danger === true ? 'danger' : 'primary'}
          >
            {question.confirmLabel}
          </Button>
        </>
      }
      onClose={() => onAnswer('cancel')}
      open
      title={question.title}
    >
      {question.body}
    </Modal>
  );
}
