import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'wouter';

import { Form } from '../../ui/parts/form.tsx';
import '../../ui/styles/pages.css';
import '../state/class.css';
import { needs } from '../../ui/why/why.ts';
import {
  createLesson,
  deleteLesson,
  getLesson,
  type Lesson,
  MAX_STEPS,
  updateLesson,
} from '../../../shared/contract/classroom/lessons.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { readGroups, useGroups } from '../../model/fleet/groups-store.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useClassApps, wordsOf } from '../state/apps.ts';
import { audienceOf, choiceOf, useMembers } from '../state/audience.ts';
import { aStep, type DraftStep, isComplete, StepRows, toSteps } from './step-rows.tsx';
import { typed } from '../../ui/controls/field-props.ts';

/** A lesson plan: its name, its audience, and its buttons in order. */
export function LessonPage(): React.JSX.Element {
  const { lessonId } = useParams<{ lessonId: string }>();
  useEffect(() => void readGroups(), []);
  return lessonId === 'new' ? <Editor lesson={null} /> : <Existing key={lessonId} id={lessonId} />;
}

function Existing({ id }: { id: string }): React.JSX.Element {
  const query = useQuery((signal) => call(getLesson, { params: { lessonId: id }, signal }));
  if (query.reply !== null) return <Editor lesson={query.reply} />;
  return (
    <div className="page fill">
      <div className="page-body">
        <ReadingState query={query} />
      </div>
    </div>
  );
}

function Editor({ lesson }: { lesson: Lesson | null }): React.JSX.Element {
  const { t } = useTranslation(['class', 'common']);
  const [, navigate] = useLocation();
  const [name, setName] = useState(lesson?.name ?? '');
  const [choice, setChoice] = useState(lesson === null ? 'all' : choiceOf(lesson.audience));
  const [steps, setSteps] = useState<readonly DraftStep[]>(() => (lesson?.steps ?? []).map(aStep));
  const { refusal, run } = useAction();
  const [isRemoving, setRemoving] = useState(false);
  const audience = audienceOf(choice, []);
  const apps = useClassApps(useMembers(audience));
  const nameOf = useStepNames();
  const suggested = useSuggestedName(steps, nameOf);
  const missing = useMissing(steps);

  const save = async (): Promise<void> => {
    const body = {
      name: name.trim() === '' ? suggested : name.trim(),
      audience,
      steps: toSteps(steps, nameOf),
    };
    const reply = await run(
      lesson === null
        ? call(createLesson, { body })
        : call(updateLesson, { params: { lessonId: lesson.id }, body, ifMatch: lesson.revision }),
    );
    if (reply !== null) navigate('/class/lessons');
  };
  const remove = async (id: string): Promise<void> => {
    const reply = await run(call(deleteLesson, { params: { lessonId: id } }));
    if (reply !== null) navigate('/class/lessons');
  };

  return (
    <Form className="page fill" onSubmit={save}>
      <PageHead
        title={lesson === null ? t('class:lesson.new') : lesson.name}
        sub={<Link href="/class/lessons">{t('class:lesson.plans')}</Link>}
      >
        {lesson !== null && (
          <Button variant="outline" color="danger" onClick={() => setRemoving(true)}>
            {t('class:lesson.remove')}
          </Button>
        )}
        <Button
          type="submit"
          {...needs(missing.length > 0 && missing.join(' '))}
          aria-describedby="lesson-missing"
        >
          {t('class:lesson.save')}
        </Button>
      </PageHead>
      <div className="page-body">
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {missing.length > 0 && (
          <p className="small s-attention" id="lesson-missing" role="status">
            {t('class:lesson.cannotSave', { why: missing.join(' ') })}
          </p>
        )}
        <section className="panel in grid wide">
          <TextInput
            label={t('class:lesson.name')}
            maxLength={64}
            placeholder={suggested}
            {...typed(name, setName)}
          />
          <AudienceSelect choice={choice} onChange={setChoice} />
        </section>
        <StepRows steps={steps} apps={apps} nameOf={nameOf} onChange={setSteps} />
        {steps.length < MAX_STEPS && (
          <div>
            <Button variant="default" onClick={() => setSteps([...steps, aStep()])}>
              {t('class:lesson.add')}
            </Button>
          </div>
        )}
      </div>
      {lesson !== null && (
        <ConfirmDialog
          isOpen={isRemoving}
          title={t('class:lesson.removeTitle', { name: lesson.name })}
          text={t('class:lesson.removeText')}
          action={t('class:lesson.remove')}
          onConfirm={() => void remove(lesson.id)}
          onClose={() => setRemoving(false)}
        />
      )}
    </Form>
  );
}

/** Returns the default label of a button. */
function useStepNames(): (step: DraftStep) => string {
  const { t } = useTranslation('class');
  return useCallback(
    (step) => {
      if (step.kept !== null) return t(`kind.${step.kept.do}`);
      if (step.kind === 'start') {
        return step.packageName.trim() === ''
          ? t('kind.start')
          : t('lesson.startApp', { app: wordsOf(step.packageName.trim()) });
      }
      return t(`kind.${step.kind}`);
    },
    [t],
  );
}

/** Suggests a name for a plan: its first app, else the day. */
function useSuggestedName(steps: readonly DraftStep[], nameOf: (step: DraftStep) => string): string {
  const { t } = useTranslation('class');
  const format = useFormat();
  const start = steps.find(({ kind, packageName }) => kind === 'start' && packageName.trim() !== '');
  return start === undefined
    ? t('lesson.ofDay', { day: format.date(useFleet.getState().nowMs) })
    : (start.label.trim() === '' ? nameOf(start) : start.label.trim()).slice(0, 64);
}

/** Returns what is missing before it can be saved, each with what to do. */
function useMissing(steps: readonly DraftStep[]): readonly string[] {
  const { t } = useTranslation('class');
  if (steps.length === 0) return [t('lesson.needsButton')];
  return steps.flatMap((step, index) =>
    isComplete(step) ? [] : [t('lesson.needsApp', { number: index + 1 })],
  );
}

function AudienceSelect(props: { choice: string; onChange: (choice: string) => void }): React.JSX.Element {
  const { t } = useTranslation('class');
  const carts = useFleet((fleet) => fleet.carts);
  const groups = useGroups(({ items }) => items);
  const data = [
    { value: 'all', label: t('choice.all') },
    ...carts.map(({ id, label }) => ({ value: `cart:${id}`, label })),
    ...groups.map(({ id, name }) => ({ value: `group:${id}`, label: name })),
  ];
  const isGone = data.every(({ value }) => value !== props.choice);
  return (
    <NativeSelect
      label={t('lesson.for')}
      data={isGone ? [{ value: props.choice, label: t('choice.deleted') }, ...data] : data}
      {...typed(props.choice, props.onChange)}
    />
  );
}
