import type { Settings } from '../../../shared/contract/configuration/settings/settings.ts';

/**
 * The Wi-Fi network through which a simulated headset is connected: of those in its settings, the one with the highest
 * priority, all of which are in range.
 */
export class JoinedNetwork {
  /** Undefined: the settings name none, and it is unknown. */
  #ssid: string | null | undefined;

  apply({ wifi }: Pick<Settings, 'wifi'>): void {
    const joinable = (wifi ?? []).toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
    const current = joinable.find(({ ssid, isReplaced }) => ssid === this.#ssid && isReplaced !== true);
    this.#ssid = current?.ssid ?? joinable[0]?.ssid ?? (this.#ssid === undefined ? undefined : null);
  }

  report(): { wifiSsid?: string | null } {
    return this.#ssid === undefined ? {} : { wifiSsid: this.#ssid };
  }
}
