import type { DeviceEvent } from '../../../shared/contract/devices/events.ts';
import { NO_NAMES, useEventWords } from '../history/event-words.ts';

/** An event as a person calls it; its own page says the rest. */
export function EventName({ event }: { event: DeviceEvent }): React.JSX.Element {
  const { says } = useEventWords(NO_NAMES).of(event);
  return <span>{says}</span>;
}
