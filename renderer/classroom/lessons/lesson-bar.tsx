import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import { MAX_IN_CLASS } from '../../../shared/contract/classroom/class.ts';
import type { ClassAction } from '../../../shared/contract/classroom/class-run.ts';
import type { Lesson } from '../../../shared/contract/classroom/lessons.ts';
import { press, sendAction, startApp, useClassRuns } from '../state/class-store.ts';

type Props = {
  lesson: Lesson;
  /** Headsets of the buttons. */
  ids: readonly string[];
  /** True if these are selected ones; false: all of the lesson. */
  isChosen: boolean;
};

/** The buttons that the technician prepared, in order. */
export function LessonBar({ lesson, ids, isChosen }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const run = (step: number, action: ClassAction): void => {
    const plain = (): Promise<void> => (isChosen ? sendAction(ids, action) : press(ids, lesson.id, step));
    void (action.do === 'start' ? startApp(ids, action.packageName, plain) : plain());
  };
  const isSending = useClassRuns((runs) => runs.isSending);
  const isTooMany = ids.length > MAX_IN_CLASS;
  return (
    <div className="lesson-bar row wrap" role="toolbar" aria-label={t('lesson.steps', { name: lesson.name })}>
      {lesson.steps.map(({ label, action }, step) => (
        <button
          // Two buttons may have the same label.
          key={`${step} ${label}`}
          type="button"
          className="big-btn step"
          {...blockedBy(
            isTooMany ? t('hint.tooMany', { count: MAX_IN_CLASS }) : isSending && t('dock.sending'),
          )}
          onClick={() => run(step, action)}
        >
          <span className="mark step-no" aria-hidden="true">
            {step + 1}
          </span>
          {label}
        </button>
      ))}
    </div>
  );
}
