import { useTranslation } from 'react-i18next';

import { MAX_IN_CLASS } from '../../../shared/contract/classroom/class.ts';
import type { Lesson } from '../../../shared/contract/classroom/lessons.ts';
import { press, sendAction, useClassRuns } from '../board/class-store.ts';

type Props = {
  lesson: Lesson;
  /** Headsets of the buttons; null: all of the lesson. */
  chosen: readonly string[] | null;
  /** Number of these headsets. */
  count: number;
};

/** The buttons that the technician prepared, in order. */
export function LessonBar({ lesson, chosen, count }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const isSending = useClassRuns((runs) => runs.isSending);
  return (
    <div className="lesson-bar" role="toolbar" aria-label={t('lesson.steps', { name: lesson.name })}>
      {lesson.steps.map(({ label, action }, step) => (
        <button
          // Two buttons may have the same label.
          key={`${step} ${label}`}
          type="button"
          className="big-btn step"
          disabled={isSending || count > MAX_IN_CLASS}
          onClick={() => void (chosen === null ? press(lesson.id, step) : sendAction(chosen, action))}
        >
          <span className="step-no" aria-hidden="true">
            {step + 1}
          </span>
          {label}
        </button>
      ))}
    </div>
  );
}
