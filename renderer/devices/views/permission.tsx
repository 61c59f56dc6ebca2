import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import {
  listViewPermissions,
  setViewPermission,
  type ViewPermission,
} from '../../../shared/contract/commands/views.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useViews } from './view-store.ts';
import { ticked } from '../../ui/controls/field-props.ts';

type Permissions = { items: ViewPermission[] };

/** Returns whether the headsets of this headset's cart may be viewed; null while unknown. */
export function usePermission(id: string) {
  const query = useQuery<Permissions>((signal) => call(listViewPermissions, { signal }), 60_000);
  const cartId = useFleet(({ byId }) => byId[id]?.cart?.id ?? null);
  const isPractice = useFleet(({ byId }) => byId[id]?.isPractice === true);
  const decided = query.reply?.items.find((each) => each.cartId === cartId);
  const isViewer = !useMay('teacher');
  const isAllowed = isPractice || (decided?.isAllowed === true && (!isViewer || decided.viewersMay));
  return {
    cartId,
    decided,
    isPractice,
    isAllowed: query.reply === null && !isPractice ? null : isAllowed,
    reload: query.reload,
  };
}

/** Allows views of the carts of these headsets where they are off; nothing for those who may not decide it. */
export function AllowViews({ ids }: { ids: readonly string[] }): React.JSX.Element | null {
  const { t } = useTranslation('views');
  const mayDecide = useMay('technician');
  const { refusal, run } = useAction();
  if (!mayDecide) return null;
  const allow = async (): Promise<void> => {
    const [{ byId }, views] = [useFleet.getState(), useViews.getState().byId];
    const carts = new Set(
      ids.filter((id) => views[id]?.state === 'notAllowed').map((id) => byId[id]?.cart?.id ?? null),
    );
    for (const cartId of carts) {
      const body = { cartId, isAllowed: true, viewersMay: false };
      if ((await run(call(setViewPermission, { body }))) === null) return;
    }
  };
  return (
    <>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <button type="button" className="big-btn" onClick={() => void allow()}>
        {t('allow.action')}
      </button>
    </>
  );
}

type Props = { id: string; permission: ReturnType<typeof usePermission> };

/** Shows whether views of a cart are allowed; a technician can change it. */
export function PermissionNote({ id, permission }: Props): React.JSX.Element | null {
  const { t } = useTranslation('views');
  const mayDecide = useMay('technician');
  const cart = useFleet(({ byId }) => byId[id]?.cart?.label ?? null);
  const { refusal, run } = useAction();
  const { cartId, decided, isAllowed, isPractice, reload } = permission;
  if (isAllowed === null || isPractice) return null;
  const decide = async (change: Partial<ViewPermission>): Promise<void> => {
    const body = { cartId, isAllowed: false, viewersMay: false, ...decided, ...change };
    await run(call(setViewPermission, { body }));
    void reload();
  };
  const isOn = decided?.isAllowed === true;
  return (
    <div className="stack">
      <p className="small dim">
        {t(isOn ? 'allow.on' : 'allow.off', { cart: cart ?? t('allow.noCart') })}
        {!mayDecide && !isAllowed && ` ${t('allow.ask')}`}
      </p>
      {mayDecide && (
        <div className="row wrap">
          <SmallButton onClick={() => void decide({ isAllowed: !isOn })}>
            {t(isOn ? 'allow.end' : 'allow.action')}
          </SmallButton>
          {isOn && (
            <Checkbox
              size="sm"
              label={t('allow.viewers')}
              {...ticked(decided.viewersMay, (viewersMay) => void decide({ viewersMay }))}
            />
          )}
        </div>
      )}
      {refusal !== null && <RefusalNote refusal={refusal} />}
    </div>
  );
}
