import type { OverAdb } from '../../../../shared/contract/devices/fleet.ts';
import { EventBus } from '../../kernel/event-bus.ts';
import type { Core } from '../../kernel/kernel.ts';
import { openStates, type States } from '../registry/states.ts';
import { type CodeStore, openCodeStore } from '../codes/store.ts';
import { type DeploymentNotes, openDeploymentNotes } from '../compliance/deployment-notes.ts';
import type { Access, EnterpriseStore, Tokens } from '../../access/index.ts';
import { type EventStore, openEventStore } from '../events/store.ts';
import { Journal } from '../history/journal.ts';
import type { DeviceEvent } from './device-events.ts';
import { PendingChanges } from './pending-changes.ts';
import { openSlotProfiles, type SlotProfiles } from '../registry/slot-profiles.ts';
import { openComplianceStore, type ComplianceStore } from '../compliance/store.ts';
import { openTypeStore, type TypeStore } from '../registry/types.ts';
import { type EnrolmentStore, openEnrolmentStore } from '../registry/enrolments.ts';
import { IdIndex } from '../registry/id-index.ts';
import { openReportStore, type ReportStore } from '../registry/reports.ts';
import { parseSettings } from './settings-view.ts';
import { type DeviceStore, openDeviceStore } from '../registry/store.ts';

/** The stores of devices, for features that read or change them. */
export type Records = {
  readonly core: Core;
  /** The domain events of devices, for the modules above. */
  readonly deviceEvents: EventBus<DeviceEvent>;
  /** Settings and other texts by their hashes. */
  readonly states: States;
  readonly devices: DeviceStore;
  readonly reports: ReportStore;
  readonly types: TypeStore;
  /** The enrolments of headsets, with their times. */
  readonly enrolments: EnrolmentStore;
  readonly enterprises: EnterpriseStore;
  readonly codes: CodeStore;
  readonly events: EventStore;
  readonly tokens: Tokens;
  readonly ids: IdIndex;
  /** Since when (ms) headsets are being un-enrolled, by the key of their device. `PendingCommands` maintains it. */
  readonly unenrolling: Map<number, number>;
  /** The headsets that this station manages over adb, by the id of their device. `AdbAgents` maintains it. */
  readonly overAdb: Map<string, OverAdb>;
  readonly journal: Journal;
  /** Profiles pending for slots. */
  readonly slotProfiles: SlotProfiles;
  /** Changes that rollouts have queued for headsets. */
  readonly pendingChanges: PendingChanges;
  readonly compliance: ComplianceStore;
  /** Deployment states last noted in the history. */
  readonly deployments: DeploymentNotes;
};

/** Opens the stores behind the device records. */
export function openRecords(
  core: Core,
  { tokens, enterprises }: Pick<Access, 'tokens' | 'enterprises'>,
  refusesUnknownTypes: boolean,
): Records {
  const { db } = core;
  const states = openStates(db);
  const devices = openDeviceStore(db, states);
  return {
    core,
    deviceEvents: new EventBus(),
    states,
    devices,
    reports: openReportStore(db),
    enrolments: openEnrolmentStore(db),
    types: openTypeStore(db, refusesUnknownTypes),
    enterprises,
    codes: openCodeStore(db),
    events: openEventStore(db),
    tokens,
    ids: new IdIndex(devices),
    unenrolling: new Map(),
    overAdb: new Map(),
    slotProfiles: openSlotProfiles(db),
    pendingChanges: new PendingChanges(core),
    compliance: openComplianceStore(db),
    deployments: openDeploymentNotes(db),
    journal: new Journal(db, states, core.clock, parseSettings),
  };
}
