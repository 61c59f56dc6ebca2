import { useMemo } from 'react';

import type { Device } from '../../../shared/contract/devices/devices.ts';
import { useMay } from '../../service/session.ts';
import { useAppNames } from '../../model/content/use-app-names.ts';
import type { HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { CommandsPanel } from '../commands/commands-panel.tsx';
import { ContentPanel } from '../contents/content-panel.tsx';
import { contentNames } from '../contents/deployments.ts';
import { FactsColumn } from './facts-column.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { NewestEvents } from '../history/newest-events.tsx';
import { SeePanel } from '../views/see-panel.tsx';
import { StreamPanel } from '../commands/stream-panel.tsx';

type Props = { labels: HeadsetLabels; device: Device; updates: number };

/** The first tab: facts and state, contents, events, and commands. */
export function Overview({ labels, device, updates }: Props): React.JSX.Element {
  const { id } = device;
  const names = useMemo(() => contentNames(device), [device]);
  const apps = useAppNames();
  // Viewers get no buttons that the station would refuse.
  const isTechnician = useMay('technician');
  return (
    <div className={`headset-columns grid wide${isTechnician ? '' : ' two'}`}>
      <div className="stack wide">
        <FactsColumn labels={labels} device={device} updates={updates} />
      </div>
      <div className="stack wide">
        <SeePanel id={id} />
        <ContentPanel device={device} updates={updates} isOld={labels.isOld} apps={apps} />
        <NewestEvents id={id} updates={updates} names={names} />
      </div>
      {isTechnician && (
        <div className="stack wide">
          {labels.headset.androidId !== null && !labels.headset.isArchived && (
            <>
              <StreamPanel id={id} isLinked={labels.headset.isLinked} />
              <CommandsPanel id={id} />
            </>
          )}
          <LeavePanel labels={labels} device={device} />
        </div>
      )}
    </div>
  );
}
