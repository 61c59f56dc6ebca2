import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DeviceEvent } from '../../../shared/contract/devices/events.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { type ContentNames, useEventLabels } from '../record/event-labels.ts';

type Props = { events: readonly DeviceEvent[]; names: ContentNames };

/** Events in order, newest first, by day; each expands to its raw data. */
export function Timeline({ events, names }: Props): React.JSX.Element {
  const format = useFormat();
  const days = Map.groupBy(events, (event) => format.day(placeOf(event)));
  return (
    <div className="timeline">
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="stack">
          <h3 className="small faint">{day}</h3>
          <ol>
            {ofDay.map((event) => (
              <Entry key={event.eventId} event={event} names={names} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Returns the time of an event, in ms; a clock that was far off is ignored. */
function placeOf(event: DeviceEvent): number {
  return event.clockSuspect === true ? Date.parse(event.receivedAt) : event.timestamp;
}

function Entry({ event, names }: { event: DeviceEvent; names: ContentNames }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const { glyph, text: says, detail, code } = useEventLabels(names).of(event);
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <time className="faint" dateTime={new Date(placeOf(event)).toISOString()}>
        {format.clock(placeOf(event))}
      </time>
      <StateGlyph state={glyph} />
      <div>
        <button type="button" className="quiet-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {says}
        </button>
        {detail !== null && (
          <div className="small dim breaks">
            {detail} {code !== null && <span className="mono faint micro">{code}</span>}
          </div>
        )}
        {event.clockSuspect === true && <div className="small s-attention">{t('events.suspect')}</div>}
        {isOpen && (
          <pre className="small mono raw framed" tabIndex={0} aria-label={t('events.raw')}>
            {JSON.stringify(event, null, 2)}
          </pre>
        )}
      </div>
    </li>
  );
}
