import { nameOfItem } from './library.ts';
import { ItemMark } from './item-mark.tsx';
import type { AppNames } from './use-app-names.ts';

type Props = {
  packageName: string;
  names: AppNames;
  /** Stands small before the package, such as a version. */
  detail?: string;
};

/** An application as people know it, its package small beneath; where the library does not have it, the end of its package. */
export function AppLabel({ packageName, names, detail }: Props): React.JSX.Element {
  const item = names.itemOf(packageName);
  const name = item === null ? capitalised(names.nameOf(packageName)) : nameOfItem(item);
  return (
    <span className="app-label">
      <ItemMark item={item ?? { apk: null, name, kind: 'application' }} />
      <span>
        <b>{name}</b>
        <span className="small faint app-package">
          {detail !== undefined && `${detail} · `}
          <span className="mono">{packageName}</span>
        </span>
      </span>
    </span>
  );
}

/** The same text with a capital. */
function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
