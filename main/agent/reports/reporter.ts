import type { z } from 'zod';

import {
  updateDevice,
  type DeviceEventInput,
  type heartbeatSchema,
  type HeartbeatReply,
} from '../../../shared/contract/enrolment/heartbeat.ts';
import type { AgentFaults } from '../faults.ts';
import type { Headset, HeadsetReport } from '../headset.ts';
import type { Ledger } from './ledger.ts';
import type { Outcome, StationClient } from '../station/station-client.ts';

/** Dependencies of reporting. */
export type Reported = Readonly<{
  station: StationClient;
  headset: Headset;
  ledger: Ledger;
  faults: AgentFaults;
  /** The headset's own clock, in ms since 1970 UTC. */
  ownNowMs: () => number;
}>;

/** The identity of the reports: the record and the id of the model type. */
export type Registration = Readonly<{ deviceId: string; typeId: string }>;

const BREAKS_OFF_EVERY = 3;

/** Reports the whole state of a headset and as many pending events as fit, and settles acknowledged ones. */
export class Reporter {
  readonly #of: Reported;
  readonly #registration: Registration;
  #count = 0;

  constructor(of: Reported, registration: Registration) {
    this.#of = of;
    this.#registration = registration;
  }

  /** Sends one report. A batch that was too large is halved for the next one. */
  async send(): Promise<Outcome<HeartbeatReply>> {
    const { station, headset, ledger, faults, ownNowMs } = this.#of;
    const nowMs = ownNowMs();
    // It may record events, which belong to this report.
    const state = headset.report(nowMs);
    const events = ledger.nextBatch();
    const body = this.#body(state, events);
    const params = { deviceId: this.#registration.deviceId };
    this.#count += 1;
    if (faults.breaksOff && this.#count % BREAKS_OFF_EVERY === 0) {
      const path = updateDevice.path.replace('{deviceId}', params.deviceId);
      await station.breakOff({ method: updateDevice.method, path, body });
      return { kind: 'later', reason: 'Broke off', retryAfterMs: 0 };
    }
    const outcome = await station.call(updateDevice, { params, body });
    if (outcome.kind === 'answered') this.#settle(events, outcome.reply);
    if (outcome.kind === 'refused' && outcome.status === 413) ledger.halve(events);
    return outcome;
  }

  #settle(events: readonly DeviceEventInput[], reply: HeartbeatReply): void {
    const { headset, ledger, faults } = this.#of;
    const fresh = events.filter(({ eventId }) => !ledger.acknowledged.has(eventId));
    ledger.settle(reply);
    headset.confirmReport();
    if (faults.repeatsEvents) ledger.repeat(fresh);
  }

  #body(state: HeadsetReport, events: DeviceEventInput[]): z.input<typeof heartbeatSchema> {
    const { identity, revision } = this.#of.headset;
    return {
      ...state,
      type: { id: this.#registration.typeId },
      androidId: identity.androidId,
      events,
      ...(revision === null ? {} : { settingsRevision: revision }),
    };
  }
}
