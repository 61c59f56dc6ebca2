import type { Discovery } from '../discovery/discovery.ts';
import type { LanAddress } from '../../kernel/addresses/interfaces.ts';

/** The listener on the local network as the network doctor sees it. */
export type LanView = {
  readonly isOn: boolean;
  /** Its port or, while it is off, the one that it would have. */
  readonly port: number;
  /** The interfaces that were chosen, by name; null = all. */
  readonly interfaces: readonly string[] | null;
  readonly addresses: readonly LanAddress[];
  readonly fingerprint: string | null;
  /** Undefined while it is off. */
  readonly discovery: Pick<Discovery, 'look'> | undefined;
};
