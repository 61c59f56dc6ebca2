import { bulkReplyExample } from '../devices/devices.examples.ts';
import type { OperationExamples } from '../examples/example.ts';
import { settingsChangeExample } from './settings.examples.ts';
import { DEVICE_ID, LICENCE_ENDS_AT, OTHER_DEVICE_ID, PACKAGE_NAME } from '../examples/values.ts';

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

/** Examples of changing contents by id on all devices, and files and videos on many. */
export const contentExamples: OperationExamples = {
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
};
