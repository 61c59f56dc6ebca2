import { useTranslation } from 'react-i18next';

import type { CartShape } from './cart-shape.ts';

type Props = { shape: CartShape; cell: (id: string) => React.ReactNode };

/** The slots of a cart as in the room: shelves by columns. */
export function MapRows({ shape, cell }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    <div className="enrol-map-scroll grid snug">
      {shape.rows.map((row) => (
        <div
          key={row.ids[0]}
          className="enrol-map-row grid snug"
          role="group"
          aria-label={row.shelf === null ? undefined : t('desk.shelf', { shelf: row.shelf })}
          style={{ gridTemplateColumns: `repeat(${shape.columns}, minmax(0, 1fr))` }}
        >
          {row.ids.map(cell)}
        </div>
      ))}
    </div>
  );
}
