import type { DeviceGroup } from './groups.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { DEVICE_ID, ENROLLED_AT, GROUP_ID, OTHER_DEVICE_ID } from '../reference/values.ts';

const group: DeviceGroup = {
  id: GROUP_ID,
  name: 'Year 8 science',
  devicesId: [DEVICE_ID],
  revision: 1,
  createdAt: ENROLLED_AT,
};

export const examples: OperationExamples = {
  listGroups: { reply: { items: [group] } },
  createGroup: { body: { name: group.name, devicesId: [DEVICE_ID] }, reply: group },
  getGroup: { reply: group },
  updateGroup: {
    body: { name: 'Year 8 biology', devicesId: [DEVICE_ID], add: [DEVICE_ID], remove: [OTHER_DEVICE_ID] },
    reply: { ...group, name: 'Year 8 biology', revision: 2 },
  },
  deleteGroup: { reply: { id: GROUP_ID, success: true } },
};

export const parameters: ParameterNotes = {
  groupId: { description: 'The identifier of the group.', example: GROUP_ID },
};
