import { Button, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import '../../ui/styles/pages.css';
import '../state/class.css';
import { type ClassRules, getClassRules, setClassRules } from '../../../shared/contract/classroom/class.ts';
import { type Audience, type Lesson, listLessons } from '../../../shared/contract/classroom/lessons.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { readGroups, useGroups } from '../../model/fleet/groups-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useClassApps } from '../state/apps.ts';
import { useMembers } from '../state/audience.ts';
import { ticked } from '../../ui/controls/field-props.ts';

/** The lesson plans: buttons for teachers. */
export function LessonsPage(): React.JSX.Element {
  const { t } = useTranslation('class');
  const [, navigate] = useLocation();
  const query = useQuery((signal) => call(listLessons, { signal }));
  useEffect(() => void readGroups(), []);
  const { counts } = useClassApps(useMembers(EVERYBODY));
  const items = query.reply?.items ?? [];
  return (
    <div className="page fill">
      <PageHead
        title={
          query.reply === null
            ? t('lesson.plans')
            : items.length === 0
              ? t('lesson.none')
              : t('lesson.count', { count: items.length })
        }
        sub={t('lesson.sub')}
      >
        <Button component={Link} href="/class" variant="default">
          {t('lesson.toBoard')}
        </Button>
        <Button onClick={() => navigate('/class/lessons/new')}>{t('lesson.new')}</Button>
      </PageHead>
      <div className="page-body">
        <ReadingState query={query} />
        <KioskRule />
        {query.reply !== null && items.length === 0 && <p className="dim">{t('lesson.noneText')}</p>}
        {items.length > 0 && (
          <ul className="panel rows">
            {items.map((lesson) => (
              <li key={lesson.id} className="cells">
                <Link href={`/class/lessons/${lesson.id}`} className="breaks">
                  <b>{lesson.name}</b>
                </Link>
                <AudienceLabels audience={lesson.audience} />
                <span className="dim">
                  {lesson.steps.map(({ label }) => label).join(' · ')}
                  <NotInstalledNote lesson={lesson} counts={counts} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Whether lessons may use the kiosk of a headset: an administrator decides. */
function KioskRule(): React.JSX.Element | null {
  const { t } = useTranslation('class');
  const query = useQuery<ClassRules>((signal) => call(getClassRules, { signal }));
  const [saved, setSaved] = useState<ClassRules | null>(null);
  const { refusal, run } = useAction();
  const rules = saved ?? query.reply;
  if (rules === null) return null;
  const save = async (kioskMayFollow: boolean): Promise<void> => {
    const reply = await run(call(setClassRules, { body: { kioskMayFollow } }));
    if (reply !== null) setSaved(reply);
  };
  return (
    <div className="stack">
      <Switch
        label={t('lesson.kioskRule')}
        description={t('lesson.kioskRuleText')}
        {...ticked(rules.kioskMayFollow, (isOn) => void save(isOn))}
      />
      {refusal !== null && <RefusalNote refusal={refusal} />}
    </div>
  );
}

const EVERYBODY: Audience = { kind: 'all' };

/** The audience of a plan; if its cart or group was removed, its buttons have no effect. */
function AudienceLabels({ audience }: { audience: Audience }): React.JSX.Element {
  const { t } = useTranslation('class');
  const carts = useFleet((fleet) => fleet.carts);
  const groups = useGroups(({ items }) => items);
  if (audience.kind === 'all') return <span className="dim">{t('choice.all')}</span>;
  const name =
    audience.kind === 'cart'
      ? carts.find(({ id }) => id === audience.cartId)?.label
      : groups.find(({ id }) => id === audience.groupId)?.name;
  if (name === undefined) return <span className="s-attention">{t('lesson.forNobody')}</span>;
  return <span className="dim">{name}</span>;
}

type NotInstalledProps = { lesson: Lesson; counts: ReadonlyMap<string, number> | null };

/** Buttons that start an app which no headset has. */
function NotInstalledNote({ lesson, counts }: NotInstalledProps): React.JSX.Element | null {
  const { t } = useTranslation('class');
  const format = useFormat();
  const labels = lesson.steps.flatMap(({ label, action }) =>
    counts !== null && action.do === 'start' && !counts.has(action.packageName) ? [label] : [],
  );
  if (labels.length === 0) return null;
  return (
    <span className="s-attention block">
      {t('lesson.nowhereIn', { count: labels.length, names: format.list(labels) })}
    </span>
  );
}
