import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { signOut, useSession } from '../../service/session.ts';

/** The person who is signed in, and signing out; nothing for this computer's own window. */
export function SignedIn(): React.JSX.Element | null {
  const { t } = useTranslation('shell');
  const { name, role } = useSession(({ who }) => who);
  if (name === null && role === 'technician') return null;
  return (
    <div className="signed-in row">
      <span className="nav-label">
        {name !== null && <b className="cut">{name}</b>}
        <span className="small faint">{t(`role.${role}`)}</span>
      </span>
      <button type="button" className="icon-btn" title={t('role.signOut')} onClick={() => void signOut()}>
        <IconLogout className="i s" aria-hidden="true" />
        <span className="sr">{t('role.signOut')}</span>
      </button>
    </div>
  );
}
