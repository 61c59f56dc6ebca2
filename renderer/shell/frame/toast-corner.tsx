import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

/** The corner for notifications and offers to undo. */
export function ToastCorner(): React.JSX.Element {
  return <Notifications position="bottom-right" />;
}
