import type { Availability } from './availability.ts';
import type { StreamStatus } from './stream.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT, COMMAND_ID, DEVICE_ID, OTHER_DEVICE_ID } from '../reference/values.ts';

const command = { event: 'reboot', message: { delaySec: 5 }, expiresInSec: 3_600 };
const answer = { accepted: true };

const available: Availability = { id: DEVICE_ID, isAvailable: true, source: 'link', checkedAt: BEAT_AT };

/** A video stream of a PICO 4 on the school network. */
export const streamExample = {
  requestedProfile: 'HIGH_FIDELITY' as const,
  appliedProfile: 'HIGH_FIDELITY' as const,
  transport: 'LAN' as const,
  hardwareTier: 'XR2_GEN1' as const,
  width: 1_920,
  height: 1_080,
  fps: 30,
  bitrateKbps: 8_000,
  fallbackReason: null,
};

/** Stream status of that headset since the lesson began. */
export const streamStatusExample: StreamStatus = {
  deviceId: DEVICE_ID,
  isStreaming: true,
  ...streamExample,
  since: BEAT_AT,
  updatedAt: BEAT_AT,
};

export const examples: OperationExamples = {
  sendCommand: { body: command, reply: { commandId: COMMAND_ID, status: 'answered', answer } },
  sendCommandToMany: {
    body: { devicesId: [DEVICE_ID, OTHER_DEVICE_ID], settings: command },
    reply: [
      { id: DEVICE_ID, success: true, status: 'answered', commandId: COMMAND_ID, answer },
      {
        id: OTHER_DEVICE_ID,
        success: false,
        error: { code: 'DEVICE_NOT_FOUND', message: 'No such device.' },
      },
    ],
  },
  answerCommand: { body: answer, reply: undefined },
  cancelCommand: { reply: undefined },
  unenrollDevice: { reply: { success: true, commandId: COMMAND_ID, status: 'sent' } },
  getAvailability: { reply: available },
  forceAvailability: { reply: { ...available, source: 'forced' } },
  getStreamStatus: { reply: streamStatusExample },
  setStreamQuality: {
    body: { qualityProfile: 'HIGH_FIDELITY' },
    reply: { success: true, data: streamExample },
  },
};

export const parameters: ParameterNotes = {
  commandId: { description: 'Id of the command, as sent to the headset.', example: COMMAND_ID },
  hasLeft: {
    description:
      'True from a partner station that has enrolled the headset since (an extension): it is released at once.',
    example: true,
  },
  isAvailable: {
    description: 'Availability to report until the headset next reports itself.',
    example: true,
  },
  refresh: { description: 'True to query the headset itself, for at most three seconds.', example: true },
};
