import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { HeadsetSpace } from '../../../shared/contract/content/library-space.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useSpaceLabels } from './space-labels.ts';
import type { SpaceEstimate } from './space.ts';
import { ticked } from '../../ui/controls/field-props.ts';

/** More names would push the buttons out of view. */
const MAX_NAMES = 12;

type Props = {
  space: SpaceEstimate;
  /** Number of headsets checked. */
  total: number;
  /** True if those without space are skipped. */
  isSkipped: boolean;
  onSkip: (isSkipped: boolean) => void;
};

/** Whether it fits on each headset, shown before anything is sent; those without space can be skipped. */
export function AssignSpace({ space, total, isSkipped, onSkip }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { short, unknown } = space;
  const needed = format.size(space.needed);
  return (
    <>
      {short.length > 0 && <Short space={space} total={total} isSkipped={isSkipped} onSkip={onSkip} />}
      {unknown.length > 0 && (
        <div className="note">
          <StateGlyph state="waiting" />
          <div>
            {t('assign.spaceUnknown', { count: unknown.length, needed })}{' '}
            <Names ids={unknown.map(({ deviceId }) => deviceId)} />
          </div>
        </div>
      )}
      {short.length + unknown.length === 0 && total > 0 && (
        <div className="note">
          <StateGlyph state="ready" />
          <div>{t('assign.enoughSpace', { count: total, needed })}</div>
        </div>
      )}
      <Basis oldestMs={space.oldestMs} />
    </>
  );
}

function Short({ space, total, isSkipped, onSkip }: Props): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const { short } = space;
  const needed = format.size(space.needed);
  return (
    <div className="note warn">
      <StateGlyph state="attention" />
      <div className="stack">
        <b>{t('content:assign.noSpace', { count: short.length, needed })}</b>
        <ul className="short-list" tabIndex={0} aria-label={t('content:assign.shortList')}>
          {short.map((space) => (
            <MissingSpace key={space.deviceId} space={space} />
          ))}
        </ul>
        <Checkbox
          {...ticked(isSkipped, onSkip)}
          label={t('content:assign.skip', { count: short.length, rest: total - short.length })}
        />
        {!isSkipped && <p className="small dim">{t('content:assign.noSpaceText')}</p>}
      </div>
    </div>
  );
}

/** One headset: missing space, its last report, and what is counted in. */
function MissingSpace({ space }: { space: HeadsetSpace }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const name = useFleet((fleet) => fleet.byId[space.deviceId]?.label) ?? t('common:unnamed');
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  const counted = useSpaceLabels();
  const { missingBytes, freeBytes, reportedAt } = space;
  const parts = [
    t('content:assign.needsMore', {
      name,
      missing: format.size(missingBytes),
      free: format.size(freeBytes ?? 0),
      when: reportedAt === null ? '–' : format.when(Date.parse(reportedAt), nowMs),
    }),
    ...counted(space),
  ];
  return <li>{parts.join(' · ')}</li>;
}

/** The basis of the result, and its age. */
function Basis({ oldestMs }: { oldestMs: number | null }): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const format = useFormat();
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  if (oldestMs === null) return null;
  return <p className="small dim">{t('assign.basis', { when: format.when(oldestMs, nowMs) })}</p>;
}

function Names({ ids }: { ids: readonly string[] }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const byId = useFleet((fleet) => fleet.byId);
  const names = ids.slice(0, MAX_NAMES).map((id) => byId[id]?.label ?? t('common:unnamed'));
  const rest = ids.length - names.length;
  return (
    <span className="dim">
      {format.list(rest > 0 ? [...names, t('content:remove.more', { count: rest })] : names)}
    </span>
  );
}
