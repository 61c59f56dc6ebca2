import type { Device } from '../../../shared/contract/devices.ts';
import type { HeadsetWords } from '../fleet/headset-words.ts';
import { CommandsPanel } from './commands-panel.tsx';
import { ContentPanel } from './content-panel.tsx';
import { FactsColumn } from './facts-column.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { NewestEvents } from './newest-events.tsx';
import { StreamPanel } from './stream-panel.tsx';

type Props = { words: HeadsetWords; device: Device; news: number };

/** The first part: what it is and how it stands, what is on it, what happened, and what it can be told. */
export function Overview({ words, device, news }: Props): React.JSX.Element {
  const { id } = device;
  return (
    <div className="headset-columns">
      <div className="page-column">
        <FactsColumn words={words} device={device} news={news} />
      </div>
      <div className="page-column">
        <ContentPanel device={device} isOld={words.isOld} />
        <NewestEvents id={id} news={news} />
      </div>
      <div className="page-column">
        {words.headset.androidId !== null && !words.headset.isArchived && (
          <>
            <StreamPanel id={id} isLinked={words.headset.isLinked} />
            <CommandsPanel id={id} />
          </>
        )}
        <LeavePanel words={words} />
      </div>
    </div>
  );
}
