import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { useMay } from '../../service/session.ts';

/** Explains to people without permission why there are no buttons, and where there are some. */
export function RoleHint(): React.JSX.Element | null {
  const { t } = useTranslation('headset');
  const isTechnician = useMay('technician');
  if (isTechnician) return null;
  return (
    <div className="note" role="note">
      <IconInfoCircle className="i s" aria-hidden="true" />
      <div>
        {t('role.text')}{' '}
        <Link href="/class" className="plain-link">
          {t('role.toClass')}
        </Link>
      </div>
    </div>
  );
}
