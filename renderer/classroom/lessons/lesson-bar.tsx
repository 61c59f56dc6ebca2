import { useTranslation } from 'react-i18next';

import { MOST_IN_CLASS } from '../../../shared/contract/classroom/class.ts';
import type { Lesson } from '../../../shared/contract/classroom/lessons.ts';
import { press, tell, useClassRuns } from '../board/class-store.ts';

type Props = {
  lesson: Lesson;
  /** Whom the buttons are for; null: all that the lesson is for. */
  chosen: readonly string[] | null;
  /** How many they are for. */
  count: number;
};

/** The buttons that the technician prepared, in their order. */
export function LessonBar({ lesson, chosen, count }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const isSending = useClassRuns((runs) => runs.isSending);
  return (
    <div className="lesson-bar" role="toolbar" aria-label={t('lesson.steps', { name: lesson.name })}>
      {lesson.steps.map(({ label, action }, step) => (
        <button
          // The same word may stand on two buttons.
          key={`${step} ${label}`}
          type="button"
          className="big-btn step"
          disabled={isSending || count > MOST_IN_CLASS}
          onClick={() => void (chosen === null ? press(lesson.id, step) : tell(chosen, action))}
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
