import { Progress } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { LibraryCoverage } from '../../../shared/contract/content/library-coverage.ts';
import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { useMay } from '../../service/session.ts';
import { RollCall, type RollBar } from '../../ui/headset/roll-call.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useCartChoice } from '../../model/fleet/cart-choice.ts';
import { glyphOfStatus } from '../assign/holders.ts';
import { ItemMark } from '../../model/content/item-mark.tsx';
import { nameOfItem, type CoverageBySha } from '../../model/content/library.ts';

/** Maximum number of bars in a strip; more are not readable. */
const MAX_BARS = 60;

type Props = {
  items: readonly LibraryEntryView[];
  /** Null until loaded. */
  coverage: CoverageBySha | null;
  onAssign: (item: LibraryEntryView) => void;
};

/** The library: each item, and the headsets that have it. */
export function LibraryTable({ items, coverage, onAssign }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const shown = useShownHeadsets();
  return (
    <table className="plain-table library">
      <thead>
        <tr>
          <th>{t('column.name')}</th>
          <th className="narrow">{t('column.version')}</th>
          <th className="num">{t('column.size')}</th>
          <th>{shown.range === null ? t('column.who') : t('column.whoOf', shown.range)}</th>
          <th className="num">{t('column.confirmed')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row
            key={item.sha256}
            item={item}
            holders={coverage === null ? null : (coverage.get(item.sha256) ?? NO_HOLDERS)}
            ids={shown.ids}
            onAssign={() => onAssign(item)}
          />
        ))}
      </tbody>
    </table>
  );
}

type Holders = Pick<LibraryCoverage, 'assigned' | 'installed' | 'removing' | 'headsets'>;
const NO_HOLDERS: Holders = { assigned: 0, installed: 0, removing: 0, headsets: [] };

type RowProps = {
  item: LibraryEntryView;
  holders: Holders | null;
  ids: readonly string[];
  onAssign: () => void;
};

function Row({ item, holders, ids, onAssign }: RowProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const name = nameOfItem(item);
  const mayChange = useMay('technician');
  const isUnassigned = holders !== null && holders.assigned + holders.removing === 0;
  return (
    <tr>
      <td>
        <div className="row item-name roomy">
          <ItemMark item={item} />
          <div className="cut">
            <Link href={`/content/${item.sha256}`} className="item-link">
              {name}
            </Link>
            <div className="small faint cut">
              {name === item.name
                ? t(`kind.${item.kind}`)
                : t('kindAndName', { kind: t(`kind.${item.kind}`), name: item.name })}
            </div>
          </div>
        </div>
      </td>
      <td className="dim" data-label={t('column.version')}>
        {item.apk?.versionName ?? ''}
      </td>
      <td className="num dim nowrap" data-label={t('column.size')}>
        {format.size(item.sizeBytes)}
      </td>
      <td data-label={isUnassigned ? t('column.who') : undefined}>
        {holders !== null &&
          (isUnassigned ? (
            <span className="faint">{t('nobody')}</span>
          ) : (
            <Strip holders={holders} ids={ids} name={name} />
          ))}
      </td>
      <td className="num nowrap" data-label={t('column.confirmed')}>
        {holders !== null &&
          (isUnassigned ? (
            mayChange &&
            item.kind !== 'obb' && (
              <SmallButton className="above" aria-label={t('assign.of', { name })} onClick={onAssign}>
                {t('assign.action')}
              </SmallButton>
            )
          ) : (
            <span>
              <b>{format.number(holders.installed)}</b> {t('ofTotal', { total: holders.assigned })}
            </span>
          ))}
      </td>
    </tr>
  );
}

type StripProps = { holders: Holders; ids: readonly string[]; name: string };

function Strip({ holders, ids, name }: StripProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const byId = useFleet((fleet) => fleet.byId);
  const stateById = useFleet((fleet) => fleet.stateById);
  const { headsets, installed, assigned } = holders;
  const bars = useMemo<RollBar[] | null>(() => {
    if (headsets === null || ids.length > MAX_BARS) return null;
    const statuses = new Map(headsets.map(({ deviceId, status }) => [deviceId, status]));
    return ids.map((id) => {
      const status = statuses.get(id);
      const headset = byId[id]?.label ?? id;
      if (status === undefined) return { id, state: 'archived', title: t('notAssigned', { headset }) };
      const state = glyphOfStatus(status, stateById[id]?.state);
      return { id, state, title: t('holder', { headset, state: t(`status.${status}`) }) };
    });
  }, [headsets, ids, byId, stateById, t]);
  const label = t('coverage', { name, installed, assigned });
  if (bars !== null) return <RollCall bars={bars} label={label} size="thin" />;
  return (
    <Progress
      value={assigned === 0 ? 0 : (installed / assigned) * 100}
      size={8}
      className="coverage-meter"
      aria-label={label}
    />
  );
}

/** Returns the headsets whose bars are drawn: of the selected cart, or all; without empty slots. */
function useShownHeadsets(): {
  ids: readonly string[];
  range: { first: string; last: string } | null;
} {
  const order = useFleet((fleet) => fleet.order);
  const cartId = useCartChoice((choice) => choice.cartId);
  return useMemo(() => {
    const { byId, carts } = useFleet.getState();
    const isChosen = carts.some(({ id }) => id === cartId);
    const ids = order.filter(
      (id) => byId[id]?.androidId !== null && (!isChosen || byId[id]?.cart?.id === cartId),
    );
    const first = byId[ids[0] ?? '']?.label ?? null;
    const last = byId[ids.at(-1) ?? '']?.label ?? null;
    const isRange = first !== null && last !== null && first !== last && ids.length <= MAX_BARS;
    return { ids, range: isRange ? { first, last } : null };
  }, [order, cartId]);
}
