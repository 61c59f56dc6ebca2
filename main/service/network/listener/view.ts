import type { Discovery } from '../discovery/discovery.ts';
import type { LanAddress } from '../../kernel/addresses/interfaces.ts';

/** The LAN listener as the network checks see it. */
export type LanView = {
  readonly isOn: boolean;
  /** Its port, or its future one while off. */
  readonly port: number;
  /** The chosen interfaces by name; null = all. */
  readonly interfaces: readonly string[] | null;
  readonly addresses: readonly LanAddress[];
  readonly fingerprint: string | null;
  /** Undefined while off. */
  readonly discovery: Pick<Discovery, 'scan'> | undefined;
};
