import { useEffect } from 'react';

import { followFleet } from './model/fleet/fleet-store.ts';
import { DefectBoundary } from './ui/parts/defect-boundary.tsx';
import { NoKeyPage } from './shell/frame/no-key-page.tsx';
import { RoleGate } from './shell/frame/role-gate.tsx';
import { Shell } from './shell/frame/shell.tsx';
import { Toasts } from './shell/frame/toasts.tsx';
import { Frame } from './frame.tsx';
import { Routes } from './routes.tsx';
import { useSession } from './service/session.ts';

/** The whole interface: with a session the shell and its screens, without one the sign-in. */
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
