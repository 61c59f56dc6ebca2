import { z } from 'zod';

import { MAX_BULK_IDS } from './devices.ts';
import { endpoint } from '../endpoint.ts';
import { nameText } from '../primitives.ts';
import * as field from '../fields.ts';

export const groupSchema = z
  .object({
    id: field.id,
    name: field.name,
    devicesId: z.array(z.string()).describe('Ids of the members, sorted.'),
    revision: z.int().describe('Increases with every change of the name or the members.'),
    createdAt: field.createdAt,
  })
  .meta({ id: 'DeviceGroup', description: 'A named set of headsets. A headset can be in several groups.' });
export type DeviceGroup = z.infer<typeof groupSchema>;

/** Unique without regard to case. */
const name = nameText(64, 1).describe('Name shown to people.');
const members = z.array(z.string()).max(MAX_BULK_IDS);

/** Lists the groups of the caller's organisation, by name. */
export const listGroups = endpoint('GET /station/groups', {
  summary: 'List groups with their members',
  role: 'viewer',
  servesCarts: true,
  reply: field.listOf(groupSchema),
});

export const getGroup = endpoint('GET /station/groups/{groupId}', {
  summary: 'Get a group',
  role: 'viewer',
  servesCarts: true,
  reply: groupSchema,
  revisionOf: ({ revision }) => revision,
  errors: ['NOT_FOUND'],
});

/** Creates a group. Ids that match no device of the organisation refuse the request. At most 200 groups. */
export const createGroup = endpoint('POST /station/groups', {
  summary: 'Create a group',
  body: z.object({ name, devicesId: members.default([]).describe('Ids of the device records.') }),
  reply: groupSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'BATCH_TOO_LARGE'],
});

/** Changes a group. `devicesId` replaces the members; then `add` and `remove` apply. Absent keys stay unchanged. */
export const updateGroup = endpoint('PUT /station/groups/{groupId}', {
  summary: 'Rename a group or change its members',
  body: z.object({
    name: name.optional(),
    devicesId: members.optional().describe('Replaces the members; absent leaves them unchanged.'),
    add: members.optional().describe('Ids of headsets to add to the group.'),
    remove: members.optional().describe('Ids of headsets to remove from the group.'),
  }),
  reply: groupSchema,
  revisionOf: ({ revision }) => revision,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'BATCH_TOO_LARGE'],
});

/** Deletes a group. Its headsets stay unchanged. */
export const deleteGroup = endpoint('DELETE /station/groups/{groupId}', {
  summary: 'Remove a group',
  reply: z.object({ id: field.id, success: field.success }),
  errors: ['NOT_FOUND'],
});
