import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT, COMMAND_ID, DEVICE_ID } from '../reference/values.ts';
import { streamExample } from './commands.reference.ts';
import type { HeadsetView } from './views.ts';

/** A headset with a small picture and one live viewer. */
export const viewExample: HeadsetView = {
  id: DEVICE_ID,
  state: 'showing',
  picture: { etag: '"q3kZ1mB0"', at: BEAT_AT },
  live: 'possible',
  viewers: 1,
};

const permission = { cartId: 'cart-a', isAllowed: true, viewersMay: false };
const arrival = {
  isConnected: true,
  width: 1_920,
  height: 1_080,
  fps: 29.4,
  bitrateKbps: 7_600,
  lostShare: 0.002,
  roundTripMs: 6,
};

export const examples: OperationExamples = {
  listViewPermissions: { reply: { items: [permission] } },
  setViewPermission: { body: permission, reply: permission },
  keepBoard: { body: { devicesId: [DEVICE_ID] }, reply: { everySec: 3, leaseSec: 15, items: [viewExample] } },
  reportArrival: { body: arrival, reply: { agreed: streamExample, viewers: 1 } },
  reportLiveViews: { body: { items: [{ ...arrival, ticket: 'v1.b3BhcXVl' }] }, reply: { ended: [] } },
  setViewConsent: { body: { isRefused: true }, reply: undefined },
};

export const parameters: ParameterNotes = {
  boardId: { description: 'Random id that the board chose for itself.', example: COMMAND_ID },
  sessionId: { description: 'The identifier of the live view, from its `Location`.', example: COMMAND_ID },
};
