import { useMemo } from 'react';

import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { useCodeBook, type CodeBook } from '../cart/code-book.ts';
import { writeLabel } from '../cart/label-text.ts';
import { stationReach } from '../../model/station/station-address.ts';
import { useLiveCodes } from '../cart/use-cart-slots.ts';

/** Desk labels carry a code and are void after 15 minutes; stickers carry none and stay on the headset. */
export type LabelKind = 'codes' | 'stickers';

/** The text on one label. `qr` is the text of its symbol. */
export type Label = {
  readonly id: string;
  readonly name: string;
  readonly model: string | null;
  readonly shelf: number | null;
  /** The last digits of the id, on stickers. */
  readonly shortId: string | null;
  readonly code: number | null;
  readonly qr: string;
};

/** Returns the end of an id, as on stickers and the acceptance sheet. */
export function shortIdOf(id: string): string {
  return id.slice(-8);
}

/** The labels that can be printed now. */
export type Labels = {
  readonly labels: readonly Label[];
  readonly freeIds: readonly string[];
  /** When the first of the codes expires, in ms since 1970 UTC; null without codes. */
  readonly validUntilMs: number | null;
  readonly isClosed: boolean;
};

const NO_IDS: readonly string[] = [];

/** Labels of a cart: with codes for its free slots, or stickers for all of them. Keeps the codes live while shown. */
export function useLabels(slots: readonly Slot[], kind: LabelKind): Labels {
  const freeKey = slots
    .filter((slot) => slot.state.state === 'waiting')
    .map((slot) => slot.headset.id)
    .join(' ');
  const freeIds = useMemo(() => (freeKey === '' ? NO_IDS : freeKey.split(' ')), [freeKey]);
  useLiveCodes(kind === 'codes' ? freeIds : NO_IDS);
  const isClosed = useFleet((fleet) => fleet.enrolment?.isOpen === false);
  const byId = useCodeBook((book) => book.byId);
  const addresses = useStation((station) => station.addresses);
  const fingerprint = useStation((station) => station.tlsFingerprint);

  return useMemo(() => {
    const reach = stationReach(addresses);
    // An address that only this computer can reach is useless on a label.
    const where =
      reach.kind === 'lan' ? { station: reach.url, fingerprint } : { station: null, fingerprint: null };
    const labels = slots.flatMap((slot): Label[] => {
      const { headset } = slot;
      const code = kind === 'codes' ? liveCode(byId, slot) : null;
      if (kind === 'codes' && code === null) return [];
      return [
        {
          id: headset.id,
          name: nameOf(headset),
          model: headset.model,
          shelf: headset.shelf,
          shortId: kind === 'stickers' ? shortIdOf(headset.id) : null,
          code,
          qr: writeLabel({ ...where, deviceId: headset.id, code }),
        },
      ];
    });
    return { labels, freeIds, validUntilMs: kind === 'codes' ? firstToRunOut(byId, labels) : null, isClosed };
  }, [slots, kind, byId, addresses, fingerprint, freeIds, isClosed]);
}

function liveCode(byId: CodeBook['byId'], slot: Slot): number | null {
  if (slot.state.state !== 'waiting') return null;
  const known = byId[slot.headset.id];
  return known?.kind === 'live' ? known.code : null;
}

function firstToRunOut(byId: CodeBook['byId'], labels: readonly Label[]): number | null {
  const moments = labels.flatMap(({ id }) => {
    const known = byId[id];
    return known?.kind === 'live' ? [known.expiresAtMs] : [];
  });
  return moments.length === 0 ? null : Math.min(...moments);
}
