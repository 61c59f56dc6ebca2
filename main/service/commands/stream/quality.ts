import { type QualityProfile, type Transport } from '../../../../shared/contract/commands/stream.ts';
import {
  applyStreamAnswer,
  type NegotiatedStream,
  negotiateStream,
  readStreamClaim,
} from '../../../../shared/domain/commands/stream-quality.ts';
import {
  type BatteryInfo,
  batteryInfoSchema,
} from '../../../../shared/contract/configuration/settings/settings.ts';
import { Failure } from '../../kernel/failure.ts';
import { isOnOwnNetwork } from '../../kernel/addresses/subnets.ts';
import { type CommandSender, FROM_CALLER, type Sending } from '../orders/commands.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { availabilityOf } from '../../devices/live/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import { NO_STREAM } from './events.ts';
import { announceStream, tierOf } from './status.ts';

/** A measured bandwidth older than this is ignored, in ms. */
const MEASURED_WITHIN_MS = 60_000;

/** Limits for negotiation. */
export type QualityRules = {
  /** The preferred transport of this station. */
  readonly wantedTransport: Transport;
  /** Maximum number of headsets per organisation in HIGH_FIDELITY at once. */
  readonly maxHighFidelity: number;
};

/** Negotiates stream quality with headsets and counts what was granted. */
export class QualityNegotiator {
  readonly #records: CommandRecords;
  readonly #commands: CommandSender;
  readonly #rules: QualityRules;
  /** Headsets that are being offered HIGH_FIDELITY now: two at once must not both get the last one. */
  readonly #offered = new Map<number, DeviceRecord>();

  constructor(records: CommandRecords, commands: CommandSender, rules: QualityRules) {
    this.#records = records;
    this.#commands = commands;
    this.#rules = rules;
  }

  /** Negotiates with one headset; it must be connected. */
  async set(
    record: DeviceRecord,
    requestedProfile: QualityProfile,
    how: { readonly lowered: number; readonly sending: Sending } = { lowered: 0, sending: FROM_CALLER },
  ): Promise<NegotiatedStream | Failure<'DEVICE_UNREACHABLE' | 'STATION_STOPPING'>> {
    const offer = this.#offer(record, requestedProfile, how.lowered);
    if (offer.appliedProfile === 'HIGH_FIDELITY') this.#offered.set(record.key, record);
    try {
      const message = { qualityProfile: offer.appliedProfile, ...offer };
      const outcome = await this.#commands.send(record, { event: 'set-quality', message }, how.sending);
      if (outcome instanceof Failure) return outcome;
      const applied = applyStreamAnswer(offer, readStreamClaim(outcome.answer));
      await this.#save(record, applied);
      return applied;
    } finally {
      this.#offered.delete(record.key);
    }
  }

  #offer(record: DeviceRecord, requestedProfile: QualityProfile, lowered: number): NegotiatedStream {
    const { core, reports } = this.#records;
    const address = core.links.newest(record.id)?.address ?? reports.report(record.key).lanIp;
    return negotiateStream({
      requestedProfile,
      hardwareTier: tierOf(this.#records, record),
      transport: address !== null && isOnOwnNetwork(address) ? 'LAN' : 'WEB',
      wantedTransport: this.#rules.wantedTransport,
      battery: this.#battery(record),
      highFidelity: { inUse: this.#inUseBesides(record), most: this.#rules.maxHighFidelity },
      bandwidthKbps: this.#bandwidth(record),
      lowered,
    });
  }

  #battery(record: DeviceRecord): BatteryInfo | null {
    const { battery } = this.#records.reports.report(record.key);
    return battery === null ? null : batteryInfoSchema.parse(JSON.parse(battery));
  }

  #bandwidth(record: DeviceRecord): number | null {
    const state = this.#records.streams.find(record.key);
    if (state === undefined) return null;
    const isRecent = this.#records.core.clock.now() - state.updatedAtMs < MEASURED_WITHIN_MS;
    return isRecent ? state.bandwidthKbps : null;
  }

  /** Returns how many other reachable headsets of the organisation have HIGH_FIDELITY or are being offered it. */
  #inUseBesides(record: DeviceRecord): number {
    const { streams, devices, core, reports } = this.#records;
    const keys = new Set([...streams.withHighFidelity(), ...this.#offered.keys()]);
    keys.delete(record.key);
    return [...keys].filter((key) => {
      const other = devices.findByKey(key);
      if (other === undefined || other.enterpriseId !== record.enterpriseId) return false;
      return availabilityOf(core, other, reports.report(key)).isAvailable;
    }).length;
  }

  async #save(record: DeviceRecord, applied: NegotiatedStream): Promise<void> {
    const { core, streams, devices } = this.#records;
    const { hardwareTier: _tier, ...negotiated } = applied;
    await core.writer.run((afterCommit) => {
      // It may have been deleted or un-enrolled meanwhile.
      if (devices.findByKey(record.key)?.androidId !== record.androidId) return;
      const state = streams.find(record.key) ?? NO_STREAM;
      const updatedAtMs = core.clock.now();
      streams.put(record.key, { ...state, ...negotiated, isGranted: true, updatedAtMs });
      afterCommit(() => announceStream(this.#records, record));
    });
  }
}
