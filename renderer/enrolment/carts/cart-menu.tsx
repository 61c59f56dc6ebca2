import { Button, Menu } from '@mantine/core';
import {
  IconChecklist,
  IconChevronDown,
  IconDownload,
  IconListCheck,
  IconUserCog,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SPREADSHEET_MARK } from '../../../shared/domain/kernel/csv.ts';
import { Link } from 'wouter';

import { exportSlots } from '../../../shared/contract/enrolment/carts.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import type { Slot } from '../cart/cart-progress.ts';
import { acceptancePath, checkPath } from '../cart/enrol-paths.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ProfileForm } from '../profile/profile-dialog.tsx';
import type { EnrolCart } from '../cart/use-cart-slots.ts';

type Props = { cart: EnrolCart; label: string; slots: readonly Slot[] };

/** Actions for the whole cart. */
export function CartMenu({ cart, label, slots }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const [isChoosing, setChoosing] = useState(false);
  const close = (): void => setChoosing(false);
  const { refusal, run } = useAction();
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const devicesId = slots.map(({ headset }) => headset.id);
    const reply = await run(call(exportSlots, { body: { devicesId, format } }));
    if (reply === null) return;
    const { csv, xlsx } = reply;
    if (xlsx === undefined) return saveAsFile(`${label}.csv`, SPREADSHEET_MARK + csv, 'text/csv');
    const bytes = Uint8Array.from(atob(xlsx), (char) => char.codePointAt(0) ?? 0);
    saveAsFile(`${label}.xlsx`, bytes, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown className="i s" aria-hidden />}>
            {t('desk.thisCart')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="half-high">
          <Menu.Item
            leftSection={<IconUserCog className="i s" aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            {t('desk.profile')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={checkPath(cart.id)}
            leftSection={<IconListCheck className="i s" aria-hidden />}
          >
            {t('desk.check')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={acceptancePath(cart.id)}
            leftSection={<IconChecklist className="i s" aria-hidden />}
          >
            {t('desk.acceptance')}
          </Menu.Item>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload className="i s" aria-hidden />}
              onClick={() => void save(format)}
            >
              {t(format === 'xlsx' ? 'desk.saveXlsx' : 'desk.saveCsv')}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <Dialog isOpen={isChoosing} onClose={close} title={t('profile.title', { cart: label })}>
        <ProfileForm slots={slots} onClose={close} />
      </Dialog>
    </>
  );
}
