import { Menu } from '@mantine/core';
import { IconCheck, IconSelector, IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCountLabel } from '../../model/fleet/count-label.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useCartChoice } from '../../model/fleet/cart-choice.ts';
import { useStationName } from '../../model/station/station-facts.ts';

/** Shows the selected cart and lets the person choose another, or all. */
export function CartSwitcher(): React.JSX.Element {
  const { t } = useTranslation('shell');
  const carts = useFleet((fleet) => fleet.carts);
  const { cartId, choose } = useCartChoice();
  const station = useStationName();
  const chosen = carts.find((cart) => cart.id === cartId);
  const name = chosen?.label ?? (carts.length === 0 ? t('cart.noCart') : t('cart.all'));

  return (
    <Menu width={260} position="bottom-start" shadow="none" classNames={{ dropdown: 'cart-menu' }}>
      <Menu.Target>
        <button type="button" className="cart-switch hovers row framed" title={name}>
          <span className="cart-initial" aria-hidden="true">
            {chosen === undefined ? <IconStack2 className="i" /> : initials(chosen.label)}
          </span>
          <span className="grow cart-words">
            <span className="sr">{t('cart.label')}: </span>
            <b className="cut">{name}</b>
            <span className="small faint cut">{station ?? '\u00a0'}</span>
          </span>
          <IconSelector className="i s" aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Choice
          label={t('cart.all')}
          cartId={null}
          isChosen={chosen === undefined}
          onChoose={() => choose(null)}
        />
        {carts.map((cart) => (
          <Choice
            key={cart.id}
            label={cart.label}
            cartId={cart.id}
            isChosen={cart.id === cartId}
            onChoose={() => choose(cart.id)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type ChoiceProps = { label: string; cartId: string | null; isChosen: boolean; onChoose: () => void };

function Choice({ label, cartId, isChosen, onChoose }: ChoiceProps): React.JSX.Element {
  const order = useFleet((fleet) => fleet.order);
  const byId = useFleet((fleet) => fleet.byId);
  const countLabel = useCountLabel();
  const ids = cartId === null ? order : order.filter((id) => byId[id]?.cart?.id === cartId);
  return (
    <Menu.Item
      onClick={onChoose}
      leftSection={isChosen ? <IconCheck className="i s" aria-hidden="true" /> : <span className="i s" />}
      aria-current={isChosen}
    >
      <span className="stack flat">
        <span className="breaks">{label}</span> <span className="small faint">{countLabel(ids)}</span>
      </span>
    </Menu.Item>
  );
}

/** For the collapsed side bar: the last word of a cart's name distinguishes it from the others. */
function initials(label: string): string {
  return (label.split(/\s+/).at(-1) ?? label).slice(0, 2);
}
