import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPrinter, IconUsb, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { getPractice } from '../../../shared/contract/operations/station.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { CartMenu } from './cart-menu.tsx';
import { cartProgress, type Slot } from '../cart/cart-progress.ts';
import { cablePath, deskPath, describePath, IMPORT_PATH, labelsPath } from '../cart/enrol-paths.ts';
import type { Practice } from '../frame/use-practice.ts';
import { NO_CART, useCarts, type EnrolCart } from '../cart/use-cart-slots.ts';

type Props = {
  cart: EnrolCart;
  slots: readonly Slot[];
  isSoundOn: boolean;
  onToggleSound: () => void;
  practice: Practice;
};

/** Title of the desk with actions for the whole cart. */
export function DeskHeader({ cart, slots, isSoundOn, onToggleSound, practice }: Props): React.JSX.Element {
  const { t } = useTranslation(['enrol', 'cable']);
  const SoundIcon = isSoundOn ? IconVolume : IconVolumeOff;
  const label = cart.label === '' ? t('desk.noCart') : cart.label;
  return (
    <header className="head">
      <div className="grow">
        <h1>{t('desk.title', { cart: label })}</h1>
        {cart.isPractice ? <PracticeSub cartId={cart.id} /> : <p className="sub">{t('desk.sub')}</p>}
      </div>
      <div className="tools enrol-tools nowrap">
        <button
          type="button"
          className="icon-btn"
          onClick={onToggleSound}
          aria-label={isSoundOn ? t('desk.soundOn') : t('desk.soundOff')}
          aria-pressed={isSoundOn}
        >
          <SoundIcon className="i s" aria-hidden />
          <span className="only-wide">{isSoundOn ? t('desk.soundOn') : t('desk.soundOff')}</span>
        </button>
        {!cart.isPractice && cart.id !== NO_CART && (
          <Button
            component={Link}
            href={cablePath(cart.id)}
            variant="default"
            leftSection={<IconUsb className="i s" aria-hidden />}
          >
            {t('cable:byCable')}
          </Button>
        )}
        <Button
          component={Link}
          href={labelsPath(cart.id, 'codes')}
          variant="default"
          leftSection={<IconPrinter className="i s" aria-hidden />}
          rightSection={<KeyCap>P</KeyCap>}
        >
          {t('desk.print')}
        </Button>
        <CartMenu cart={cart} label={label} slots={slots} />
        <CartsMenu cart={cart} label={label} practice={practice} />
      </div>
    </header>
  );
}

/** What a practice cart does; after a restart of the station, that its headsets are gone and how to go on. */
function PracticeSub({ cartId }: { cartId: string }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const { reply } = useQuery((signal) => call(getPractice, { signal }));
  const isOver = reply !== null && reply.cart?.id !== cartId;
  return <p className="sub">{t(isOver ? 'desk.practiceOver' : 'desk.subPractice')}</p>;
}

type CartsMenuProps = { cart: EnrolCart; label: string; practice: Practice };

function CartsMenu({ cart, label, practice }: CartsMenuProps): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const carts = useCarts();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          rightSection={<IconChevronDown className="i s" aria-hidden />}
          loading={practice.isBusy}
        >
          {t('desk.carts')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="half-high">
        {carts.map(({ cart: other, slots }) => {
          const { ready, total } = cartProgress(slots);
          return (
            <Menu.Item
              key={other.id}
              component={Link}
              href={deskPath(other.id)}
              aria-current={other.id === cart.id}
            >
              {other.label === '' ? t('desk.noCart') : other.label}{' '}
              <span className="small faint">{t('desk.cartProgress', { ready, total })}</span>
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item component={Link} href={describePath(null)}>
          {t('desk.anotherCart')}
        </Menu.Item>
        <Menu.Item component={Link} href={IMPORT_PATH}>
          {t('desk.fromFile')}
        </Menu.Item>
        {cart.id !== NO_CART && !cart.isPractice && (
          <Menu.Item component={Link} href={describePath(cart.id)}>
            {t('desk.moreSlots', { cart: label })}
          </Menu.Item>
        )}
        {cart.isPractice && (
          <Menu.Item onClick={() => void practice.remove()}>{t('desk.removePractice')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
