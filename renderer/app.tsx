import { useEffect } from 'react';

import { followFleet } from './features/fleet/fleet-store.ts';
import { DefectBoundary } from './features/shell/defect-boundary.tsx';
import { NoKeyPage } from './features/shell/no-key-page.tsx';
import { RoleGate } from './features/shell/role-gate.tsx';
import { Shell } from './features/shell/shell.tsx';
import { Toasts } from './features/shell/toasts.tsx';
import { Frame } from './frame.tsx';
import { Routes } from './routes.tsx';
import { useSession } from './service/session.ts';

/** The whole interface: with a key the shell and its screens, without one the way to get it. */
export function App(): React.JSX.Element {
  const session = useSession((state) => state.state);
  return (
    <Frame>
      <Toasts />
      <DefectBoundary>
        {session === 'open' ? <Station /> : <NoKeyPage isOpening={session === 'opening'} />}
      </DefectBoundary>
    </Frame>
  );
}

function Station(): React.JSX.Element {
  useEffect(() => followFleet(), []);
  return (
    <Shell>
      <RoleGate>
        <Routes />
      </RoleGate>
    </Shell>
  );
}
