import { type Plan, planGroupSchema } from '../../../../shared/contract/configuration/plans/plans.ts';

const groupSchema = planGroupSchema.pick({ network: true });

/** The networks that a plan replaces, and how many headsets are connected through each. */
export class ReplacedNetworks {
  readonly #found = new Map<string, Plan['replacedNetworks'][number]>();

  get all(): Plan['replacedNetworks'] {
    return [...this.#found.values()];
  }

  /** Adds a group of headsets; its text is JSON of a `PlannedGroup`. */
  add(text: string, devices: number): void {
    // Hardly any plan concerns networks, and a group may be long.
    if (!text.includes('"network":{')) return;
    const { network } = groupSchema.parse(JSON.parse(text));
    if (network === null) return;
    const key = JSON.stringify(network);
    const known = this.#found.get(key)?.devices ?? 0;
    this.#found.set(key, { ...network, devices: known + devices });
  }
}
