import { useTranslation } from 'react-i18next';

import { CHANGE_KINDS } from '../../../shared/contract/devices/change-kinds.ts';

/** Returns a function that names the kind of a change; an unknown one is a change of settings. */
export function useChangeKinds(): (kind: string) => string {
  const { t } = useTranslation('configure');
  return (kind) => t(`kind.${CHANGE_KINDS.find((known) => known === kind) ?? 'configure'}`);
}
