import type { Result } from './system.ts';

type Network = { readonly ssid: string; readonly type: string; readonly password: string | null };

const said = (stdout: string): Result => ({ exitCode: 0, stdout });

/** The Wi-Fi networks that a double knows. Forms of the outputs: Android's WifiShellCommand. */
export class Networks {
  /** By id. */
  readonly known = new Map<number, Network>();
  /** Names that the system does not save, as a manufacturer may decide. */
  readonly refused = new Set<string>();
  #nextId = 0;

  /** Runs a command of `cmd wifi`; undefined for one that concerns no known networks. */
  run(verb: string, [ssid = '', type = '', password]: readonly string[]): Result | undefined {
    if (verb === 'add-network') return this.#add({ ssid, type, password: password ?? null });
    if (verb === 'forget-network')
      return said(this.known.delete(Number(ssid)) ? 'Forget successful\n' : 'Forget failed\n');
    if (verb !== 'list-networks') return undefined;
    if (this.known.size === 0) return said('No networks\n');
    const lines = [...this.known].map(
      ([id, network]) => `${String(id).padEnd(12)} ${network.ssid.padEnd(32)} ${network.type}\n`,
    );
    return said(`Network Id      SSID                         Security type\n${lines.join('')}`);
  }

  #add(network: Network): Result {
    if (this.refused.has(network.ssid)) return said('Save failed\n');
    const before = [...this.known].find(([, { ssid }]) => ssid === network.ssid)?.[0];
    this.known.set(before ?? this.#nextId++, network);
    return said('Save successful\n');
  }
}
