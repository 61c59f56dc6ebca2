import { contentName } from '../../model/content/use-app-names.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { nameOf, profileProblem, type Slot } from '../cart/cart-progress.ts';
import { WRONG_CODES_LIMIT, type EnrolProblem } from './problems.ts';
import { useEnrolLabels } from '../frame/use-enrol-labels.ts';

export type ProblemActions = {
  onLater: (problem: EnrolProblem) => void;
  onShow: (id: string) => void;
  onNewCode: () => void;
  onIssueNewCodes: () => void;
  onAssignProfile: (slots: readonly Slot[]) => void;
  onLoadAgain: (slots: readonly Slot[]) => void;
};

type Props = {
  problems: readonly EnrolProblem[];
  /** Name of the slot whose code is shown; null if none is. */
  shownName: string | null;
  isBusy: boolean;
  actions: ProblemActions;
};

/**
 * Problems and what to do, beside the work, until solved or dismissed. One problem is open at a time: the first,
 * unless another was selected.
 */
export function ProblemPanel({ problems, ...rest }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const [confirmed, setConfirmed] = useState<EnrolProblem['kind'] | null>(null);
  const open = problems.find((problem) => problem.kind === confirmed) ?? problems[0];
  return (
    <section className="grid roomy" aria-label={t('problems.heading')}>
      {problems.map((problem) =>
        problem === open ? (
          <ProblemNote key={problem.kind} problem={problem} {...rest} />
        ) : (
          <ClosedProblem key={problem.kind} problem={problem} onOpen={() => setConfirmed(problem.kind)} />
        ),
      )}
    </section>
  );
}

type ClosedProblemProps = { problem: EnrolProblem; onOpen: () => void };

function ClosedProblem({ problem, onOpen }: ClosedProblemProps): React.JSX.Element {
  const { title } = useProblemLabels(problem);
  return (
    <button
      type="button"
      className={`note ${TONES[problem.kind]} enrol-problem-closed`}
      aria-expanded={false}
      onClick={onOpen}
    >
      <StateGlyph state={GLYPHS[problem.kind]} />
      <b>{title}</b>
      <IconChevronDown className="i s" aria-hidden />
    </button>
  );
}

const GLYPHS: Readonly<Record<EnrolProblem['kind'], GlyphState>> = {
  closed: 'failed',
  wrongCodes: 'attention',
  silent: 'attention',
  failed: 'failed',
  profile: 'failed',
  offline: 'offline',
};

const TONES: Readonly<Record<EnrolProblem['kind'], string>> = {
  closed: 'bad',
  wrongCodes: 'warn',
  silent: 'warn',
  failed: 'bad',
  profile: 'bad',
  offline: '',
};

type NoteProps = Omit<Props, 'problems'> & { problem: EnrolProblem };

function ProblemNote({ problem, shownName, isBusy, actions }: NoteProps): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const labels = useProblemLabels(problem);
  return (
    <div className={`note ${TONES[problem.kind]} enrol-problem`} data-problem={problem.kind}>
      <StateGlyph state={GLYPHS[problem.kind]} />
      <div className="grid snug">
        <b>{labels.title}</b>
        {labels.text !== '' && <p className="dim">{labels.text}</p>}
        <p>
          <b>{t('problems.doThis')}</b> {labels.todo}
        </p>
        <div className="row wrap">
          {problem.kind === 'closed' && (
            <Button variant="default" onClick={actions.onIssueNewCodes} loading={isBusy}>
              {t('card.getNew')}
            </Button>
          )}
          {problem.kind === 'wrongCodes' && shownName !== null && (
            <Button
              variant="default"
              onClick={actions.onNewCode}
              loading={isBusy}
              rightSection={<KeyCap>N</KeyCap>}
            >
              {t('card.newCode')}
            </Button>
          )}
          {problem.kind === 'profile' && (
            <Button variant="default" loading={isBusy} onClick={() => actions.onAssignProfile(problem.slots)}>
              {t('problems.tryAgain')}
            </Button>
          )}
          {problem.kind === 'failed' && problem.slots.some(({ headset }) => headset.isLinked) && (
            <Button variant="default" loading={isBusy} onClick={() => actions.onLoadAgain(problem.slots)}>
              {t('problems.tryAgain')}
            </Button>
          )}
          {'slots' in problem && (
            <Button variant="default" onClick={() => actions.onShow(problem.slots[0].headset.id)}>
              {t('problems.show', { name: nameOf(problem.slots[0].headset) })}
            </Button>
          )}
          {problem.kind !== 'closed' && (
            <Button variant="subtle" onClick={() => actions.onLater(problem)}>
              {t('problems.later')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function useProblemLabels(problem: EnrolProblem): { title: string; text: string; todo: string } {
  const { t } = useTranslation('enrol');
  const format = useFormat();
  const labels = useEnrolLabels();
  switch (problem.kind) {
    case 'closed':
      return { title: t('problems.closedTitle'), text: '', todo: t('problems.closedDo') };
    case 'wrongCodes': {
      const { count } = problem;
      const left = WRONG_CODES_LIMIT - count;
      const limit = count >= WRONG_CODES_LIMIT / 2 ? ` ${t('problems.wrongLimit', { count: left })}` : '';
      const text = t('problems.wrongText', { time: format.clock(problem.lastWrongAtMs) }) + limit;
      return { title: t('problems.wrongTitle', { count }), text, todo: t('problems.wrongDo') };
    }
    case 'silent':
    case 'failed':
    case 'profile':
    case 'offline':
      break;
  }
  const [{ headset, state }] = problem.slots;
  const isOne = problem.slots.length === 1;
  const names = labels.names(problem.slots);
  const title = t(`problems.${problem.kind}${isOne ? 'Title' : 'TitleMany'}`, { names });
  const todo = t(`problems.${problem.kind}Do`);
  if (problem.kind === 'failed') {
    const file = state.state === 'failed' && state.what === 'content' ? contentName(state.fileName) : '';
    return { title, text: isOne ? t('problems.failedText', { file }) : '', todo };
  }
  if (problem.kind === 'profile') {
    const name = profileProblem(problem.slots[0])?.name ?? '';
    return {
      title,
      text: isOne ? labels.text(problem.slots[0]) : t('problems.profileTextMany', { profile: name }),
      todo,
    };
  }
  if (!isOne) return { title, text: t(`problems.${problem.kind}TextMany`), todo };
  const at =
    problem.kind === 'silent' ? Date.parse(headset.enrolledAt ?? '') : lastSeenAt(problem.slots[0].state);
  return {
    title,
    text: at === null ? '' : t(`problems.${problem.kind}Text`, { time: format.clock(at) }),
    todo,
  };
}

function lastSeenAt(state: { state: string; lastSeenAtMs?: number | null }): number | null {
  return state.lastSeenAtMs ?? null;
}
