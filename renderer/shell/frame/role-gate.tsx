import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import '../../ui/parts/lone-page.css';
import type { Role } from '../../../shared/contract/access/roles.ts';
import { useMay, useSession } from '../../service/session.ts';
import { EmptyState } from '../../ui/parts/empty-state.tsx';

/** Screens that others than the technician have, by how their address begins, with the least role. */
const OPEN: readonly (readonly [string, Role])[] = [
  ['/class/lessons', 'technician'],
  ['/class', 'viewer'],
  ['/fleet', 'viewer'],
  ['/content', 'viewer'],
  ['/statistics', 'viewer'],
];

/**
 * Screens that leave out by themselves what others than the technician may not do; these are told so once. The class tells
 * it itself, and so does the page of a headset, with the way to where something can be done.
 */
const LEAVES_OUT = /^\/(?:fleet$|content|statistics)/;

/** The least role for a screen; one that nobody thought of is the technician's. */
function roleOfScreen(path: string): Role {
  const found = OPEN.find(([start]) => path === start || path.startsWith(`${start}/`));
  return path === '/' ? 'viewer' : (found?.[1] ?? 'technician');
}

/** Shows a screen to whom it is for, and to others which role it takes. */
export function RoleGate({ children }: { children: React.ReactNode }): React.JSX.Element {
  const { t } = useTranslation('shell');
  const [path] = useLocation();
  const least = roleOfScreen(path);
  const may = useMay(least);
  const isViewer = useSession(({ who }) => who.role === 'viewer');
  const isTechnician = useMay('technician');
  if (!may) {
    return (
      <div className="lone-page">
        <EmptyState title={t('role.takes', { role: t(`role.${least}`) })} text={t('role.takesText')}>
          <Button component={Link} href="/fleet">
            {t('notFound.back')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      {!isTechnician && LEAVES_OUT.test(path) && (
        <p className="role-note" role="note">
          {t(isViewer ? 'role.readOnly' : 'role.teacherLooks')}
        </p>
      )}
      {children}
    </>
  );
}
