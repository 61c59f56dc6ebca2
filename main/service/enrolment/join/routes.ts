import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import type { createNamedSlots as createNamedSlotsEndpoint } from '../../../../shared/contract/enrolment/named-slots.ts';
import type { AndroidId, EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { inSlices } from '../../kernel/yielding.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { findProfile } from '../../configuration/index.ts';
import type { CodeGuard } from '../../devices/codes/index.ts';
import type { Records } from '../../devices/index.ts';
import { toDevice } from '../../devices/views/index.ts';
import type { Bound } from './bind.ts';
import { type Applicant, enrolByCode, enrolByToken, refuseGuesser } from './enrol.ts';
import { issueManySlotCodes, issueSlotCode } from './issue-codes.ts';
import type { EnrolmentRecords } from './records.ts';
import { createSlots, addSlot, planType } from './slots.ts';
import { settleWrongCode, triedIn } from './wrong-codes.ts';

export type EnrolmentRoutes = {
  readonly records: EnrolmentRecords;
  readonly guard: CodeGuard;
  readonly ownEnterpriseId: EnterpriseId;
  /** Returns false if a typed code over the local network is accepted only from a paired headset. */
  readonly allowsUnpaired: () => boolean;
  /** Returns the name of the calling person; null if nobody is signed in. */
  readonly personOf: (caller: Caller) => string | null;
};

export function mountEnrolment(http: FastifyInstance, input: EnrolmentRoutes): void {
  const { records, guard } = input;
  const { writer } = records.core;
  const answer = ({ record, token }: Bound, origin: string) => ({
    // A newly enrolled headset needs the passwords of its networks.
    ...records.holdings.forHeadset(toDevice(records, record, records.core), origin),
    accessToken: records.tokens.sign(token),
  });

  mount(http, contract.enrolDevice, async ({ body, caller, address, origin }) => {
    const foreign = refuseOther(body.androidId, caller);
    if (foreign !== undefined) return foreign;
    const { androidId, enrolmentId } = body;
    const applicant = { androidId, enrolmentId, origin: body.origin, address, caller };
    const bound = await writer.run((afterCommit) =>
      enrolByToken(records, body.enrollmentToken, applicant, afterCommit),
    );
    return bound instanceof Failure ? bound : answer(bound, origin());
  });

  mount(http, contract.enrolDeviceByCode, async ({ body, caller, address, origin, isFromLan }) => {
    const foreign = refuseOther(body.androidId, caller);
    if (foreign !== undefined) return foreign;
    if (isFromLan && caller.androidId === null && !input.allowsUnpaired()) {
      return new Failure('PAIRING_REQUIRED', 'This station enrols only headsets that have paired with it.');
    }
    const applicant = { androidId: body.androidId, address, caller };
    const tried = await writer.run((afterCommit) => tryCode(input, body.code, applicant, afterCommit));
    if (tried.refused !== undefined) return tried.refused;
    if (tried.bound !== undefined) return answer(tried.bound, origin());
    return triedIn(caller, input.ownEnterpriseId).some((each) => guard.isOpen(each))
      ? new Failure(
          'ENROLMENT_CODE_UNKNOWN',
          'No slot has this code. Check the station, it may show a new one.',
        )
      : new Failure(
          'ENROLMENT_CLOSED',
          'Too many wrong codes. All codes are now invalid. Get new codes on the station.',
        );
  });

  mount(http, contract.identifyType, ({ body, caller }) =>
    writer.run(
      () =>
        records.types.recognise(caller.enterpriseId ?? input.ownEnterpriseId, body.name, body.product) ??
        new Failure('DEVICE_TYPE_UNKNOWN', 'This station accepts only known models.'),
    ),
  );

  mountSlots(http, input);
  mountNamedSlots(http, input);
}

function mountSlots(http: FastifyInstance, { records, guard, personOf }: EnrolmentRoutes): void {
  const { writer } = records.core;
  const hasProfile = (id: string, caller: Caller): boolean =>
    !(findProfile(records.profiles, id, caller) instanceof Failure);

  mount(http, contract.getTemporaryCode, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const issuedBy = personOf(caller);
      const request = { caller, renew: false, issuedBy, afterCommit };
      const code = issueSlotCode(records, guard, params.deviceId, request);
      return code instanceof Failure ? code : { code: code.code, expiresAt: toInstant(code.expiresAtMs) };
    }),
  );

  mount(http, contract.createCodes, ({ body, caller }) => {
    const { devicesId, renew, profileId } = body;
    if (typeof profileId === 'string' && !hasProfile(profileId, caller)) return noProfile();
    const issuedBy = personOf(caller);
    return issueManySlotCodes(records, guard, devicesId, { caller, renew, issuedBy, profileId });
  });

  mount(http, contract.createSlots, ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    if (body.profileId !== undefined && !hasProfile(body.profileId, caller)) return noProfile();
    return writer.run((afterCommit) => {
      const items = createSlots(records, enterpriseId, body, afterCommit);
      return items instanceof Failure ? items : { items };
    });
  });
}

/** Number of slots created in one turn of the writer. */
const CONCURRENCY = 50;

function mountNamedSlots(http: FastifyInstance, { records }: EnrolmentRoutes): void {
  const { writer } = records.core;
  mount(http, contract.createNamedSlots, async ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    const made: Promise<ReturnType<typeof createNamedSlot>[]>[] = [];
    await inSlices(body.slots, CONCURRENCY, (part) => {
      made.push(
        writer.run((afterCommit) =>
          part.map((slot) => createNamedSlot(records, enterpriseId, slot, afterCommit)),
        ),
      );
    });
    return (await Promise.all(made)).flat();
  });
}

function noProfile(): Failure<'NOT_FOUND'> {
  return new Failure('NOT_FOUND', 'There is no such profile. Nothing was created.');
}

/** A token from pairing is for one headset. */
function refuseOther(androidId: AndroidId, caller: Caller): Failure<'FORBIDDEN'> | undefined {
  if (caller.androidId === null || caller.androidId === androidId) return undefined;
  return new Failure('FORBIDDEN', 'This token enrols another headset.');
}

/** The result of a typed code; without either it was a wrong one. */
type Tried = { readonly bound?: Bound | undefined; readonly refused?: Failure<'RATE_LIMITED'> };

/**
 * Tries a code inside the caller's transaction. The refusal is not returned as a Failure, because that would roll
 * back what the guard wrote.
 */
function tryCode(
  input: EnrolmentRoutes,
  code: number,
  applicant: Applicant,
  afterCommit: AfterCommit,
): Tried {
  const { records, guard } = input;
  const nowMs = records.core.clock.now();
  guard.followClock(nowMs);
  const refused = refuseGuesser(guard, applicant.address, nowMs);
  if (refused !== undefined) return { refused };
  const bound = enrolByCode(records, code, applicant, afterCommit);
  if (bound !== undefined) return { bound };
  const enterpriseIds = triedIn(applicant.caller, input.ownEnterpriseId);
  const closed = guard.noteWrong(enterpriseIds, applicant.address, nowMs);
  settleWrongCode(records, guard, { enterpriseIds, closed }, afterCommit);
  return {};
}

type RequestedSlot = z.output<typeof createNamedSlotsEndpoint.body>['slots'][number];
type CreatedSlot = z.input<typeof createNamedSlotsEndpoint.reply>[number];

/**
 * Creates a slot under the id that the caller chose, inside the caller's transaction. One that already exists stays
 * unchanged.
 */
function createNamedSlot(
  records: Records,
  enterpriseId: EnterpriseId,
  { id, label, type }: RequestedSlot,
  afterCommit: AfterCommit,
): CreatedSlot {
  const { devices } = records;
  const known = devices.find(id);
  const isSlot = known?.enterpriseId === enterpriseId && devices.aliasOf(known.key) === undefined;
  if (isSlot && !known.isArchived && known.androidId === null) return { id, success: true };
  if (known !== undefined || devices.findDeleted(id) !== undefined || devices.idByAlias(id) !== undefined)
    return { id, success: false, error: { code: 'CONFLICT', message: 'This id was used before.' } };
  const found = planType(records, enterpriseId, type);
  const typeId = found instanceof Failure ? null : found;
  addSlot(records, { id, enterpriseId, label, typeId, metadata: '{}' }, afterCommit);
  return { id, success: true };
}
