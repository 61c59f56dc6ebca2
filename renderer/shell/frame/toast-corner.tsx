import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

/** The corner in which news and offers to undo show up. */
export function ToastCorner(): React.JSX.Element {
  return <Notifications position="bottom-right" />;
}
