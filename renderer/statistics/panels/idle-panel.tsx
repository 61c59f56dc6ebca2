import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Activity, IdleDevice } from '../../../shared/contract/statistics/statistics.ts';
import { useFormat } from '../../copy/format.ts';
import type { Query } from '../../service/use-query.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { addressBehind } from '../../model/fleet/behind-address.ts';
import { ChartPanel } from './chart-panel.tsx';
import { type Ask, IDLE_DAYS, type Question } from '../period/question.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { query: Query<Activity>; idleDays: Question['idleDays']; ask: Ask };

/** Idle headsets: never used, or not for a while. */
export function IdlePanel({ query, idleDays, ask }: Props): React.JSX.Element {
  const { t } = useTranslation(['statistics', 'common']);
  const { reply } = query;
  const all = [...(reply?.neverUsed ?? []), ...(reply?.inactive ?? [])];
  return (
    <ChartPanel
      title={t('statistics:idle.title')}
      file="idle"
      format={{
        head: [t('statistics:headset'), t('statistics:idle.enrolled'), t('statistics:idle.last')],
        rows: all.map(({ label, deviceId, enrolledAt, lastActivityAt }) => [
          label ?? deviceId,
          enrolledAt?.slice(0, 10) ?? '–',
          lastActivityAt?.slice(0, 10) ?? '–',
        ]),
      }}
    >
      <ReadingState query={query} lines={3} />
      {reply !== null && (
        <div className="stack idle-list roomy">
          <IdleList
            title={t('statistics:idle.never', { count: reply.neverUsed.length })}
            href={addressBehind({ of: 'neverUsed' }, t('statistics:say.never'))}
            devices={reply.neverUsed}
          />
          <div className="row wrap">
            <span className="small dim">{t('statistics:idle.after')}</span>
            <NativeSelect
              size="xs"
              aria-label={t('statistics:idle.after')}
              {...typed(String(idleDays), (text) =>
                ask({ idleDays: IDLE_DAYS.find((days) => String(days) === text) ?? 30 }),
              )}
              data={IDLE_DAYS.map((days) => ({
                value: String(days),
                label: t('statistics:idle.days', { count: days }),
              }))}
            />
          </div>
          <IdleList
            title={t('statistics:idle.inactive', { count: reply.inactive.length })}
            href={addressBehind(
              { of: 'inactive', value: String(idleDays) },
              t('statistics:say.inactive', { count: idleDays }),
            )}
            devices={reply.inactive}
          />
        </div>
      )}
    </ChartPanel>
  );
}

/** Maximum number of names; the link has them all. */
const MAX_NAMES = 12;

type ListProps = { title: string; href: string; devices: readonly IdleDevice[] };

function IdleList({ title, href, devices }: ListProps): React.JSX.Element {
  const { t } = useTranslation(['statistics', 'common']);
  const format = useFormat();
  return (
    <div>
      <p>
        {devices.length === 0 ? (
          <b>{title}</b>
        ) : (
          <Link href={href}>
            <b>{title}</b>
          </Link>
        )}
      </p>
      <p className="small dim">
        {devices.slice(0, MAX_NAMES).map(({ deviceId, label, lastActivityAt }, index) => (
          <span key={deviceId}>
            {index > 0 && ', '}
            <Link
              href={pathOfHeadset(deviceId)}
              className="plain-link"
              title={lastActivityAt === null ? undefined : format.date(Date.parse(lastActivityAt))}
            >
              {label ?? t('common:unnamed')}
            </Link>
          </span>
        ))}
        {devices.length > MAX_NAMES &&
          ` ${t('statistics:idle.others', { count: devices.length - MAX_NAMES })}`}
      </p>
    </div>
  );
}
