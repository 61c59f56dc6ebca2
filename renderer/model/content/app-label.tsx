import { nameOfItem } from './library.ts';
import { ItemMark } from './item-mark.tsx';
import type { AppNames } from './use-app-names.ts';

/** An application as people know it, its package beneath; where the library does not have it, the package alone. */
export function AppLabel({
  packageName,
  names,
}: {
  packageName: string;
  names: AppNames;
}): React.JSX.Element {
  const item = names.itemOf(packageName);
  if (item === null) return <span className="mono app-package">{packageName}</span>;
  return (
    <span className="app-label">
      <ItemMark item={item} />
      <span>
        <b>{nameOfItem(item)}</b>
        <span className="small mono faint app-package">{packageName}</span>
      </span>
    </span>
  );
}
