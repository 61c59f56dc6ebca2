import type { DeviceEvent } from '../../../shared/contract/devices/events.ts';
import { NO_NAMES, useEventLabels } from '../record/event-labels.ts';

/** The name of an event; its own page has the details. */
export function EventName({ event }: { event: DeviceEvent }): React.JSX.Element {
  const { text: says } = useEventLabels(NO_NAMES).of(event);
  return <span>{says}</span>;
}
