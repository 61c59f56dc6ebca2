import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import type { contract } from '../../../shared/contract/index.ts';
import { useFormat } from '../../copy/format.ts';

/** Returns the state of the backups in words. */
export function useBackupTitle(reply: z.infer<typeof contract.listBackups.reply> | null): string {
  const { t } = useTranslation(['care', 'station']);
  const format = useFormat();
  if (reply === null) return t('station:tab.backups');
  const [newest] = reply.items;
  if (reply.lastFailure !== null) return t('care:backups.titleFailed');
  if (newest === undefined) return t('care:backups.titleNone');
  return t('care:backups.title', {
    count: reply.items.length,
    when: format.moment(Date.parse(newest.createdAt)),
  });
}
