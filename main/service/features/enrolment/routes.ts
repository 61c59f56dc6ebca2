import type { FastifyInstance } from 'fastify';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import { mount } from '../../http/mount.ts';
import type { AfterCommit } from '../../store/writer.ts';
import type { CodeGuard } from '../codes/index.ts';
import { type Records, toDevice } from '../devices/index.ts';
import { findOrAddType } from '../types/index.ts';
import type { Bound } from './bind.ts';
import { type Applicant, enrolByCode, enrolByToken, refuseGuesser } from './enrol.ts';
import { announceEnrolment, giveSlotCode, giveSlotCodes } from './give-codes.ts';
import { createSlots } from './slots.ts';

export type EnrolmentRoutes = {
  readonly records: Records;
  readonly guard: CodeGuard;
  readonly ownEnterpriseId: EnterpriseId;
  /** True where an unknown model is refused instead of added. */
  readonly refusesUnknownTypes: boolean;
};

export function mountEnrolment(http: FastifyInstance, given: EnrolmentRoutes): void {
  const { records, guard } = given;
  const { writer } = records.core;
  const answer = async ({ record, token }: Bound) => ({
    ...toDevice(records, record),
    accessToken: await records.tokens.sign(token),
  });

  mount(http, contract.enrolDevice, async ({ body, caller, address }) => {
    const applicant = { androidId: body.androidId, address, caller };
    const bound = await writer.run((afterCommit) =>
      enrolByToken(records, body.enrollmentToken, applicant, afterCommit),
    );
    return bound instanceof Failure ? bound : answer(bound);
  });

  mount(http, contract.enrolDeviceByCode, async ({ body, caller, address }) => {
    const applicant = { androidId: body.androidId, address, caller };
    const tried = await writer.run((afterCommit) => tryCode(given, body.code, applicant, afterCommit));
    if (tried instanceof Failure) return tried;
    if (tried.bound !== undefined) return answer(tried.bound);
    return guard.isOpen(caller.enterpriseId ?? given.ownEnterpriseId)
      ? new Failure(
          'ENROLMENT_CODE_UNKNOWN',
          'No place waits for this code. Read it again on the station, it may be a new one.',
        )
      : new Failure(
          'ENROLMENT_CLOSED',
          'Too many wrong codes. All codes are void until new ones are given on the station.',
        );
  });

  mount(http, contract.identifyType, ({ body }) =>
    writer.run(() => {
      const known = records.types.findNamed(body.name, body.product);
      if (known === undefined && given.refusesUnknownTypes) {
        return new Failure('DEVICE_TYPE_UNKNOWN', 'This station takes only models that it knows.');
      }
      return known ?? findOrAddType(records.types, body.name, body.product);
    }),
  );

  mountPlaces(http, given);
}

function mountPlaces(http: FastifyInstance, { records, guard }: EnrolmentRoutes): void {
  const { writer } = records.core;

  mount(http, contract.getTemporaryCode, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const code = giveSlotCode(records, guard, params.deviceId, { caller, renew: false, afterCommit });
      return code instanceof Failure ? code : { code: code.code, expiresAt: toInstant(code.expiresAtMs) };
    }),
  );

  mount(http, contract.createCodes, ({ body, caller }) =>
    writer.run((afterCommit) =>
      giveSlotCodes(records, guard, body.devicesId, { caller, renew: body.renew, afterCommit }),
    ),
  );

  mount(http, contract.createSlots, ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return new Failure('FORBIDDEN', 'This token is attached to no organisation.');
    return writer.run((afterCommit) => ({ items: createSlots(records, enterpriseId, body, afterCommit) }));
  });
}

/** Tries a code inside the caller's transaction. A wrong one is counted, and that stays when the answer is a refusal. */
function tryCode(
  { records, guard, ownEnterpriseId }: EnrolmentRoutes,
  code: number,
  applicant: Applicant,
  afterCommit: AfterCommit,
): { readonly bound: Bound | undefined } | Failure<'RATE_LIMITED'> {
  const nowMs = records.core.clock.now();
  const refused = refuseGuesser(guard, applicant.address, nowMs);
  if (refused !== undefined) return refused;
  const bound = enrolByCode(records, code, applicant, afterCommit);
  if (bound !== undefined) return { bound };
  const enterpriseId = applicant.caller.enterpriseId ?? ownEnterpriseId;
  const closes = guard.noteWrong(enterpriseId, applicant.address, nowMs);
  if (closes) records.codes.dropOfEnterprise(enterpriseId);
  afterCommit(() => announceEnrolment(records, guard, enterpriseId));
  return { bound };
}
