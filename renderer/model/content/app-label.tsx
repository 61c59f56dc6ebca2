import { nameOfItem } from './library.ts';
import { ItemMark } from './item-mark.tsx';
import { type AppNames, capitalised } from './use-app-names.ts';

type Props = {
  packageName: string;
  names: AppNames;
  /** Small text before the package, such as a version. */
  detail?: string;
};

/** An application by its name, its package small beneath; if it is not in the library, the end of its package. */
export function AppLabel({ packageName, names, detail }: Props): React.JSX.Element {
  const item = names.itemOf(packageName);
  const name = item === null ? capitalised(names.nameOf(packageName)) : nameOfItem(item);
  return (
    <span className="app-label">
      <ItemMark item={item ?? { apk: null, name, kind: 'application' }} />
      <span>
        <b>{name}</b>
        <span className="small faint breaks">
          {detail !== undefined && `${detail} · `}
          <span className="mono">{packageName}</span>
        </span>
      </span>
    </span>
  );
}
