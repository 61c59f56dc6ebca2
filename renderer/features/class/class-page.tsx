import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import './class.css';
import type { ClassResult } from '../../../shared/contract/class-run.ts';
import { type Lesson, listLessons } from '../../../shared/contract/lessons.ts';
import { presenceOf } from '../../../shared/domain/class-board.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { type Reading, useReading } from '../../service/use-reading.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import { readGroups } from '../fleet/groups-store.ts';
import { ReadingState } from '../shell/reading-state.tsx';
import { RefusalNote } from '../shell/refusal-note.tsx';
import { type ClassApp, useClassApps, wordsOf } from './apps.ts';
import { audienceOf, lessonOf, storeClass, storedClass, useMembers } from './audience.ts';
import { ClassHead } from './class-head.tsx';
import { followClass, useClassRuns } from './class-store.ts';
import { Dock } from './dock.tsx';
import { LessonBar } from './lesson-bar.tsx';
import { PupilTile } from './pupil-tile.tsx';
import { RunNote } from './run-note.tsx';

/** The headsets of the class as the board shows them, and whom its buttons are for. */
type Board = {
  readonly members: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly targets: readonly string[];
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
};

/** Class: the board of a teacher. */
export function ClassPage(): React.JSX.Element {
  const { t } = useTranslation('class');
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const lessons = useReading<{ items: Lesson[] }>((signal) => call(listLessons, { signal }), 60_000);
  const [choice, setChoice] = useState(storedClass);
  const items = lessons.reply?.items ?? [];
  useEffect(() => followClass(), []);
  useEffect(() => void readGroups(), []);
  const board = useBoard(useMembers(audienceOf(choice, items)));
  const choose = (next: string): void => {
    storeClass(next);
    setChoice(next);
    board.clear();
  };
  if (!isKnown) {
    return (
      <div className="class-page" aria-busy="true">
        <h1>{t('reading')}</h1>
      </div>
    );
  }
  return (
    <Teaching
      board={board}
      lessons={lessons}
      lesson={lessonOf(choice, items)}
      choice={choice}
      onChoice={choose}
    />
  );
}

function useBoard(members: readonly string[]): Board {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => new Set(members.filter((id) => picked.has(id))), [members, picked]);
  const toggle = useCallback((id: string) => {
    setPicked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const clear = useCallback(() => setPicked(new Set()), []);
  return { members, chosen, targets: chosen.size > 0 ? [...chosen] : members, toggle, clear };
}

type Props = {
  board: Board;
  lessons: Reading<{ items: Lesson[] }>;
  lesson: Lesson | null;
  choice: string;
  onChoice: (choice: string) => void;
};

function Teaching({ board, lessons, lesson, choice, onChoice }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const mayTell = useMay('teacher');
  const { members, chosen, targets, toggle, clear } = board;
  const apps = useClassApps(members);
  const [app, setApp] = useApp(apps, lesson);
  const run = useClassRuns(({ runs, shownId }) => runs.find(({ id }) => id === shownId) ?? null);
  const refusal = useClassRuns((state) => state.refusal);
  const results = useMemo(() => resultsOf(run?.results ?? []), [run]);
  const idsToStart = useNotIn(targets, app?.packageName ?? null);
  return (
    <div className="class-page">
      <ClassHead
        members={members}
        chosen={chosen.size}
        app={app}
        lessons={lessons.reply?.items ?? []}
        choice={choice}
        onChoice={onChoice}
        onClear={clear}
      />
      {lessons.refusal !== null && <ReadingState reading={lessons} />}
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {run !== null && <RunNote run={run} />}
      {members.length === 0 ? (
        <div className="class-empty">
          <h2>{t('empty.title')}</h2>
          <p className="dim">{t('empty.text')}</p>
        </div>
      ) : (
        <section className="class-grid" aria-label={t('board')}>
          {members.map((id) => (
            <PupilTile
              key={id}
              id={id}
              app={app}
              result={results.get(id) ?? null}
              isStart={run?.action.do === 'start'}
              isChosen={chosen.has(id)}
              onPress={toggle}
            />
          ))}
        </section>
      )}
      {mayTell && lesson !== null && <LessonBar lesson={lesson} />}
      {mayTell ? (
        <Dock
          ids={targets}
          idsToStart={idsToStart}
          isChosen={chosen.size > 0}
          apps={apps}
          app={app}
          onApp={setApp}
        />
      ) : (
        <p className="note viewer-note">{t('viewerNote')}</p>
      )}
    </div>
  );
}

/** The app of the lesson: the one that was chosen, else the first that the lesson starts, else the station's own that is on most headsets. */
function useApp(
  apps: readonly ClassApp[],
  lesson: Lesson | null,
): [Pick<ClassApp, 'packageName' | 'name'> | null, (packageName: string) => void] {
  const [picked, setPicked] = useState<string | null>(null);
  const ofLesson = lesson?.steps
    .map(({ action }) => (action.do === 'start' ? action.packageName : null))
    .find((name) => name !== null);
  const packageName = picked ?? ofLesson ?? apps.find(({ isOurs }) => isOurs)?.packageName ?? null;
  const name = apps.find((each) => each.packageName === packageName)?.name;
  const app = useMemo(
    () => (packageName === null ? null : { packageName, name: name ?? wordsOf(packageName) }),
    [packageName, name],
  );
  return [app, setPicked];
}

/** Those that are there and not in the app. */
function useNotIn(ids: readonly string[], packageName: string | null): readonly string[] {
  const byId = useFleet((fleet) => fleet.byId);
  const stateById = useFleet((fleet) => fleet.stateById);
  return ids.filter((id) => {
    const headset = byId[id];
    const state = stateById[id]?.state;
    return (
      headset !== undefined && state !== undefined && presenceOf(headset, state, packageName) !== 'inApp'
    );
  });
}

function resultsOf(results: readonly ClassResult[]): ReadonlyMap<string, ClassResult> {
  return new Map(results.map((result) => [result.id, result]));
}
