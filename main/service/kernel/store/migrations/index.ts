import type { Migration } from '../migrate.ts';
import { records } from './0010-records.ts';
import { revision } from './0020-revision.ts';
import { commands } from './0030-commands.ts';
import { statistics } from './0040-statistics.ts';
import { webhooks } from './0050-webhooks.ts';
import { applications } from './0060-applications.ts';
import { forgottenContent } from './0070-forgotten-content.ts';
import { routers } from './0080-routers.ts';
import { lan } from './0090-lan.ts';
import { networkChecks } from './0100-network-checks.ts';
import { library } from './0110-library.ts';
import { downloads } from './0120-downloads.ts';
import { leasePool } from './0130-lease-pool.ts';
import { sync } from './0140-sync.ts';
import { configurations } from './0160-configurations.ts';
import { clock } from './0180-clock.ts';
import { sharedSettings } from './0190-shared-settings.ts';
import { conflictPlace } from './0210-conflict-place.ts';
import { givenProfiles } from './0220-given-profiles.ts';
import { people } from './0240-people.ts';
import { audit } from './0241-audit.ts';
import { lessons } from './0242-lessons.ts';
import { keyMark } from './0270-key-mark.ts';
import { unconfirmed } from './0280-unconfirmed.ts';
import { auditSubject } from './0300-audit-subject.ts';
import { deploymentNotes } from './0320-deployment-notes.ts';
import { heardOrder } from './0340-heard-order.ts';
import { removalsSaid } from './0390-removals-said.ts';
import { classRuns } from './0400-class-runs.ts';
import { enrolments } from './0500-enrolments.ts';
import { vaultMark } from './0520-vault-mark.ts';
import { cable } from './0540-cable.ts';
import { conflictAbout } from './0550-conflict-about.ts';
import { eventArrived } from './0560-event-arrived.ts';
import { viewPermissions } from './0580-view-permissions.ts';
import { cells } from './0590-cells.ts';
import { formerRevisions } from './0600-former-revisions.ts';
import { toldSlots } from './0610-told-slots.ts';
import { stationSettings } from './0620-station-settings.ts';
import { enrolmentOrigin } from './0630-enrolment-origin.ts';
import { cartsOfPeople } from './0640-carts-of-people.ts';
import { adbHeadsets } from './0650-adb-headsets.ts';

/** Every step, oldest first, ids rising. */
export const migrations: readonly Migration[] = [
  records,
  revision,
  commands,
  statistics,
  webhooks,
  applications,
  forgottenContent,
  routers,
  lan,
  networkChecks,
  library,
  downloads,
  leasePool,
  sync,
  configurations,
  clock,
  sharedSettings,
  conflictPlace,
  givenProfiles,
  people,
  audit,
  lessons,
  keyMark,
  unconfirmed,
  auditSubject,
  deploymentNotes,
  heardOrder,
  removalsSaid,
  classRuns,
  enrolments,
  vaultMark,
  cable,
  conflictAbout,
  eventArrived,
  viewPermissions,
  cells,
  formerRevisions,
  toldSlots,
  stationSettings,
  enrolmentOrigin,
  cartsOfPeople,
  adbHeadsets,
];
