import { IconFile, IconMovie, IconPackage } from '@tabler/icons-react';
import { useState } from 'react';

import './item-mark.css';
import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { connection } from '../../service/session.ts';
import { iconOf, nameOfItem } from './library.ts';

type Props = { item: Pick<LibraryEntryView, 'apk' | 'name' | 'kind'>; size?: 'm' | 'l' };

/** The icon of an application, its initials, or the kind of file. Decorative. */
export function ItemMark({ item, size = 'm' }: Props): React.JSX.Element {
  const [isBroken, setBroken] = useState(false);
  const icon = iconOf(item);
  return (
    <span className={`item-mark ${size}`} aria-hidden="true">
      {icon === null || isBroken ? (
        <Plain item={item} />
      ) : (
        <img
          src={(connection()?.url ?? '') + icon}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}

function Plain({ item }: Pick<Props, 'item'>): React.JSX.Element {
  if (item.apk !== null) return <>{initials(nameOfItem(item))}</>;
  if (item.kind === 'video') return <IconMovie className="i" />;
  return item.kind === 'file' ? <IconFile className="i" /> : <IconPackage className="i" />;
}

/** "Body Atlas" → "BA". */
function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const [first = '', second = ''] = words;
  return (second === '' ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
}
