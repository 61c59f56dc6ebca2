import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DeviceEvent } from '../../../shared/contract/events.ts';
import { useFigures } from '../../copy/figures.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { useEventWords } from './event-words.ts';

/** Events in the order in which they happened, newest first, under their days; each opens to what was sent. */
export function Timeline({ events }: { events: readonly DeviceEvent[] }): React.JSX.Element {
  const figures = useFigures();
  const days = Map.groupBy(events, (event) => figures.day(placeOf(event)));
  return (
    <div className="timeline">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <h3 className="small faint">{day}</h3>
          <ol>
            {ofDay.map((event) => (
              <Entry key={event.eventId} event={event} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Where an event belongs in time, in ms: a clock that was far off says nothing. */
function placeOf(event: DeviceEvent): number {
  return event.clockSuspect === true ? Date.parse(event.receivedAt) : event.timestamp;
}

function Entry({ event }: { event: DeviceEvent }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const figures = useFigures();
  const { glyph, says, detail } = useEventWords().of(event);
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <time className="faint" dateTime={new Date(placeOf(event)).toISOString()}>
        {figures.clock(placeOf(event))}
      </time>
      <StateGlyph state={glyph} />
      <div>
        <button
          type="button"
          className="timeline-head"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {says}
        </button>
        {detail !== null && <div className="small dim timeline-detail">{detail}</div>}
        {event.clockSuspect === true && <div className="small s-attention">{t('events.suspect')}</div>}
        {isOpen && (
          <pre className="small mono timeline-raw" tabIndex={0} aria-label={t('events.raw')}>
            {JSON.stringify(event, null, 2)}
          </pre>
        )}
      </div>
    </li>
  );
}
