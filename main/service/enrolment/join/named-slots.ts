import type { z } from 'zod';

import type { createNamedSlots as createNamedSlotsEndpoint } from '../../../../shared/contract/enrolment/named-slots.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Records } from '../../devices/index.ts';
import { addSlot, planType } from './slots.ts';

type RequestedSlot = z.output<typeof createNamedSlotsEndpoint.body>['slots'][number];
type CreatedSlot = z.input<typeof createNamedSlotsEndpoint.reply>[number];

/**
 * Creates a slot under the id that the caller chose, inside the caller's transaction. One that already exists stays
 * unchanged.
 */
export function createNamedSlot(
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
