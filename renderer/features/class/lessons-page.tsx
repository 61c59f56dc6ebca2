import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import '../../ui/pages.css';
import './class.css';
import { type Audience, listLessons } from '../../../shared/contract/lessons.ts';
import { call } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFleet } from '../fleet/fleet-store.ts';
import { useGroups } from '../fleet/groups-store.ts';
import { ReadingState } from '../shell/reading-state.tsx';

/** The lesson plans: buttons for teachers, prepared here. */
export function LessonsPage(): React.JSX.Element {
  const { t } = useTranslation('class');
  const [, navigate] = useLocation();
  const reading = useReading((signal) => call(listLessons, { signal }));
  const audience = useAudienceWords();
  const items = reading.reply?.items ?? [];
  return (
    <div className="page">
      <header className="head">
        <div className="grow">
          <h1>{reading.reply === null ? t('lesson.plans') : t('lesson.count', { count: items.length })}</h1>
          <p className="sub">{t('lesson.sub')}</p>
        </div>
        <div className="tools">
          <Button component={Link} href="/class" variant="default">
            {t('lesson.toBoard')}
          </Button>
          <Button onClick={() => navigate('/class/lessons/new')}>{t('lesson.new')}</Button>
        </div>
      </header>
      <div className="page-body">
        <ReadingState reading={reading} />
        {reading.reply !== null && items.length === 0 && (
          <EmptyState title={t('lesson.none')} text={t('lesson.noneText')}>
            <Link href="/class/lessons/new">{t('lesson.new')}</Link>
          </EmptyState>
        )}
        {items.length > 0 && (
          <ul className="panel rows lesson-list">
            {items.map((lesson) => (
              <li key={lesson.id}>
                <Link href={`/class/lessons/${lesson.id}`}>
                  <b>{lesson.name}</b>
                </Link>
                <span className="dim">{audience(lesson.audience)}</span>
                <span className="faint small cut">{lesson.steps.map(({ label }) => label).join(' · ')}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function useAudienceWords(): (audience: Audience) => string {
  const { t } = useTranslation('class');
  const carts = useFleet((fleet) => fleet.carts);
  const groups = useGroups(({ items }) => items);
  return (audience) => {
    if (audience.kind === 'all') return t('choice.all');
    const name =
      audience.kind === 'cart'
        ? carts.find(({ id }) => id === audience.cartId)?.label
        : groups.find(({ id }) => id === audience.groupId)?.name;
    return name ?? t('choice.gone');
  };
}
