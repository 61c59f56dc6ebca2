import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { nameOf } from '../cart/cart-progress.ts';
import { cartShape, MAP_KEYS, moveInMap, shortNames } from '../cart/cart-shape.ts';
import { MapRows } from '../cart/map-rows.tsx';
import type { Finding, Verdict } from './cart-check.ts';

/** How a slot looks: borrowed from the states of a headset. */
const GLYPHS: Readonly<Record<Verdict, GlyphState>> = {
  unseen: 'waiting',
  right: 'ready',
  wrong: 'drifted',
  foreign: 'attention',
  stranger: 'attention',
  empty: 'failed',
};

type Props = {
  findings: readonly Finding[];
  /** Name of the slot to check. */
  current: string | null;
  onChoose: (name: string) => void;
};

/** The cart with the result of each slot; one tab stop, arrow keys move. */
export function CheckMap({ findings, current, onChoose }: Props): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const shape = useMemo(() => cartShape(findings.map(({ slot }) => slot.headset)), [findings]);
  const cells = useMemo(() => {
    const names = shortNames(findings.map(({ slot }) => nameOf(slot.headset)));
    return new Map(
      findings.map((finding, index) => [
        finding.slot.headset.id,
        { finding, name: nameOf(finding.slot.headset), shortName: names[index] ?? '' },
      ]),
    );
  }, [findings]);
  const currentId = findings.find(({ slot }) => nameOf(slot.headset) === current)?.slot.headset.id ?? null;
  const stopId = currentId ?? findings[0]?.slot.headset.id;

  const move = (event: React.KeyboardEvent<HTMLElement>): void => {
    const direction = MAP_KEYS.get(event.key);
    const next = direction === undefined ? null : moveInMap(shape, currentId, direction);
    const cell = next === null ? undefined : cells.get(next);
    if (cell === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
    onChoose(cell.name);
  };

  return (
    <section className="panel enrol-map check-map" aria-label={t('enrol:desk.map')} onKeyDown={move}>
      <MapRows
        shape={shape}
        cell={(id) => {
          const cell = cells.get(id);
          return (
            cell !== undefined && (
              <CheckCell
                key={id}
                id={id}
                name={cell.name}
                shortName={cell.shortName}
                verdict={cell.finding.verdict}
                isCurrent={id === currentId}
                isStop={id === stopId}
                onChoose={onChoose}
              />
            )
          );
        }}
      />
    </section>
  );
}

type CellProps = {
  id: string;
  name: string;
  shortName: string;
  verdict: Verdict;
  isCurrent: boolean;
  isStop: boolean;
  onChoose: (name: string) => void;
};

const CheckCell = memo(function CheckCell(props: CellProps): React.JSX.Element {
  const { id, name, shortName, verdict, isCurrent, isStop, onChoose } = props;
  const { t } = useTranslation(['carts', 'enrol']);
  const glyph = verdict === 'unseen' && isCurrent ? 'next' : GLYPHS[verdict];
  return (
    <button
      type="button"
      className={`enrol-cell hovers grid framed ${GLYPHS[verdict]} ${isCurrent ? 'shown' : ''}`}
      aria-current={isCurrent}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onChoose(name)}
      data-verdict={verdict}
      title={`${name}, ${t(`carts:check.meaning.${verdict}`)}`}
      data-place={id}
    >
      <b className="cut" aria-hidden="true">
        {shortName}
      </b>
      <StateGlyph state={glyph} />
      <span className="sr">{name}</span> <span className="cut">{t(`carts:check.verdict.${verdict}`)}</span>
    </button>
  );
});
