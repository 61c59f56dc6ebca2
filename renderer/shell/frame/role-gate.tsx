import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import type { Role } from '../../../shared/contract/access/roles.ts';
import { useIsLimited, useMay, useSession } from '../../service/session.ts';
import { LonePage } from '../../ui/parts/lone-page.tsx';

/** Screens for roles below technician, by the beginning of their path, with the lowest role. */
const OPEN: readonly (readonly [string, Role])[] = [
  ['/class/lessons', 'technician'],
  ['/class', 'viewer'],
  ['/fleet', 'viewer'],
  ['/content', 'viewer'],
  ['/statistics', 'viewer'],
];

/**
 * Screens that hide actions which the role does not allow, and show one message about it. Class and the page of a
 * headset have their own message.
 */
const LEAVES_OUT = /^\/(?:fleet$|content|statistics)/;

/** Screens about all headsets: people who are limited to carts need the role of a technician there. */
const WHOLE = /^\/content(?:$|\/)/;

/** Returns the lowest role for a screen; technician by default. */
function roleOfScreen(path: string, isLimited: boolean): Role {
  if (isLimited && WHOLE.test(path)) return 'technician';
  const found = OPEN.find(([start]) => path === start || path.startsWith(`${start}/`));
  return path === '/' ? 'viewer' : (found?.[1] ?? 'technician');
}

/** Shows a screen to permitted roles, and to others which role it requires. */
export function RoleGate({ children }: { children: React.ReactNode }): React.JSX.Element {
  const { t } = useTranslation('shell');
  const [path] = useLocation();
  const least = roleOfScreen(path, useIsLimited());
  const may = useMay(least);
  const isViewer = useSession(({ who }) => who.role === 'viewer');
  const isTechnician = useMay('technician');
  if (!may) {
    return (
      <LonePage
        title={t('role.needed', { role: t(`role.${least}`) })}
        text={t('role.neededText')}
        href="/fleet"
        action={t('notFound.back')}
      />
    );
  }
  return (
    <>
      {!isTechnician && LEAVES_OUT.test(path) && (
        <p className="role-note small" role="note">
          {t(isViewer ? 'role.readOnly' : 'role.teacherLooks')}
        </p>
      )}
      {children}
    </>
  );
}
