import { bulkReplyExample } from '../devices/devices.reference.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { settingsChangeExample } from './settings/settings.reference.ts';
import { BEAT_AT, DEVICE_ID, LICENCE_ENDS_AT, OTHER_DEVICE_ID, PACKAGE_NAME } from '../reference/values.ts';

const video = {
  idDetailContent: 'sheet-reef',
  title: 'The coral reef',
  url: 'https://content.school.example/reef.mp4',
  posterUrl: 'https://content.school.example/reef-poster.webp',
  vignetteUrl: 'https://content.school.example/reef-small.webp',
  synopsis: 'Ten minutes under water.',
  description: 'A dive along a reef, with the names of the animals.',
  isStereoscopic: true,
  projectionType: 'sphere' as const,
  formatType: '3D_Over_Under' as const,
  expirationDate: LICENCE_ENDS_AT,
};

const devicesId = [DEVICE_ID, OTHER_DEVICE_ID];

export const examples: OperationExamples = {
  removeContentEverywhere: { reply: { success: true, devices: 30 } },
  removeContent: { body: { devicesId }, reply: { success: true, devices: 1 } },
  updateApplication: {
    body: {
      idDetailContent: 'sheet-planetarium',
      packageName: PACKAGE_NAME,
      url: 'https://content.school.example/planetarium-43.apk',
      codeVersion: 43,
      version: 43,
      obbUrl: 'https://content.school.example/planetarium-43.obb',
      expirationDate: LICENCE_ENDS_AT,
    },
    reply: { success: true, devices: 30, unknownModels: ['PICO 5'] },
  },
  updateVideo: { body: video, reply: { success: true, devices: 30 } },
  patchFiles: {
    body: { devicesId, force: false, files: settingsChangeExample.files ?? [] },
    reply: bulkReplyExample,
  },
  removeFiles: { body: { devicesId, files: ['file-worksheet'] }, reply: bulkReplyExample },
  patchVideos: {
    body: { devicesId, force: false, videos: [{ id: 'video-reef', ...video }] },
    reply: bulkReplyExample,
  },
  getExpiry: {
    reply: {
      computedAt: BEAT_AT,
      items: [
        {
          kind: 'application',
          contentId: 'app-planetarium',
          packageName: PACKAGE_NAME,
          title: null,
          expiresAt: LICENCE_ENDS_AT,
          devices: 1,
          remaining: 0,
          devicesId: [DEVICE_ID],
        },
      ],
    },
  },
};

export const parameters: ParameterNotes = {
  contentId: {
    description: 'The id of an application, a video or a file; of a file without one, its url.',
    example: 'app-planetarium',
  },
  models: {
    description: 'Only devices of these models, separated by commas.',
    example: ['PICO 4', 'Quest 3'],
    explode: false,
  },
  endsAt: { description: 'Only entries that expire at exactly this instant.', example: LICENCE_ENDS_AT },
};
