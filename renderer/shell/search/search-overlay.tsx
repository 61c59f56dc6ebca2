import { Suspense, useEffect, useState } from 'react';

import { lazyWorded } from '../../copy/lazy-worded.ts';

/** Needs the texts of every screen, because search lists all of them. */
const SearchDialog = lazyWorded(async () => (await import('./search-dialog.tsx')).SearchDialog);

type Props = { onClose: () => void; onKeys: () => void };

/** Search, loaded on first use; letters typed meanwhile go into its field. */
export function SearchOverlay({ onClose, onKeys }: Props): React.JSX.Element {
  const [typed, setTyped] = useState('');
  return (
    <Suspense fallback={<TypedAhead onType={(letter) => setTyped((before) => before + letter)} />}>
      <SearchDialog startText={typed} onClose={onClose} onKeys={onKeys} />
    </Suspense>
  );
}

/** Captures letters for the field before anything else on the screen acts on them. */
function TypedAhead({ onType }: { onType: (letter: string) => void }): null {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      onType(event.key);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onType]);
  return null;
}
