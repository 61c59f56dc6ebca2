import { useNotifications } from '@mantine/notifications';
import { Suspense, useState } from 'react';

import { lazyPart } from '../../copy/lazy-worded.ts';

const ToastCorner = lazyPart(async () => (await import('./toast-corner.tsx')).ToastCorner);

/** Notifications in the corner; loaded with the first of them. */
export function Toasts(): React.JSX.Element | null {
  const { notifications, queue } = useNotifications();
  const isWanted = notifications.length + queue.length > 0;
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  if (!wasWanted) return null;
  return (
    <Suspense>
      <ToastCorner />
    </Suspense>
  );
}
