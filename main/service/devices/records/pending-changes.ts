import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { isSameJson } from '../../kernel/json/same-json.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';

type PendingChange = NonNullable<Headset['pendingChange']>;

/** Until when (ms) a change waits for each headset, by the id of the device; null: it is online. */
type Waiting = ReadonlyMap<string, number | null>;

/**
 * The changes that rollouts have queued for headsets. Rollouts store them and resume them after a start, so this is
 * only a view of them for the tiles.
 */
export class PendingChanges {
  readonly #core: Core;
  readonly #byPlan = new Map<string, Waiting>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Returns the change queued for a headset, the newest first; null for none. */
  of(deviceId: string): PendingChange | null {
    let found: PendingChange | null = null;
    for (const [planId, waiting] of this.#byPlan) {
      const untilMs = waiting.get(deviceId);
      if (untilMs !== undefined) found = { planId, until: toInstantOrNull(untilMs) };
    }
    return found;
  }

  /** Replaces what a rollout has queued, and publishes it for each headset where that changes something. */
  put(planId: string, enterpriseId: EnterpriseId, waiting: Waiting): void {
    const ids = new Set([...(this.#byPlan.get(planId)?.keys() ?? []), ...waiting.keys()]);
    if (ids.size === 0) return;
    const before = new Map(Array.from(ids, (id) => [id, this.of(id)]));
    if (waiting.size === 0) this.#byPlan.delete(planId);
    else this.#byPlan.set(planId, waiting);
    for (const [id, was] of before) {
      const pendingChange = this.of(id);
      if (isSameJson(was, pendingChange)) continue;
      this.#core.changes.announce({
        enterpriseId,
        deviceId: null,
        fleet: { name: 'device', data: { id, pendingChange } },
      });
    }
  }
}
