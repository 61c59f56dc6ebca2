import { z } from 'zod';

import {
  deviceParams,
  deviceSchema,
  ifRevisionsSchema,
  minimalDevice,
  revisedResultSchema,
  revisionOf,
} from './devices.ts';
import { endpoint } from '../endpoint.ts';
import { plainMessage } from '../plain-messages.ts';
import * as field from '../fields.ts';

/** Pattern for names of metadata namespaces. The API documentation leaves it open. */
export const NAMESPACE_PATTERN = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Not checked here: writing has its own error code for a malformed namespace. */
const namespaceText = z.string().meta({ override: { type: 'string', pattern: NAMESPACE_PATTERN.source } });

/** Not checked here: a wrong value has error codes of its own. */
const opaqueValue = { override: { type: 'object', additionalProperties: true } } as const;

const namespaceParams = deviceParams.extend({ namespace: namespaceText });

/** Replaces the value of one namespace and notifies the headset. */
export const setMetadata = endpoint('PUT /devices/{deviceId}/metadata/{namespace}', {
  summary: 'Set one namespace of a device’s metadata',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  params: namespaceParams,
  body: z.unknown().meta(opaqueValue),
  reply: deviceSchema,
  revisionOf,
  minimal: minimalDevice,
  errors: [
    'VALIDATION_FAILED',
    'INVALID_NAMESPACE',
    'INVALID_VALUE',
    'VALUE_TOO_LARGE',
    'DEVICE_NOT_FOUND',
    'CONFLICT',
  ],
});

/** Removes a namespace. One that the device does not have counts as removed; a malformed one is not found: 404. */
export const removeMetadata = endpoint('DELETE /devices/{deviceId}/metadata/{namespace}', {
  summary: 'Remove one namespace of a device’s metadata',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  params: namespaceParams,
  reply: deviceSchema,
  revisionOf,
  minimal: minimalDevice,
  errors: ['NOT_FOUND', 'DEVICE_NOT_FOUND', 'CONFLICT'],
});

/** Writes the same value to many devices; one bad id does not fail the others. */
export const setMetadataOfMany = endpoint('PUT /devices/metadata/{namespace}', {
  summary: 'Set one namespace of the metadata of many devices',
  servesPartners: true,
  tag: 'devices',
  isExtension: false,
  params: z.object({ namespace: namespaceText }),
  body: z.object({
    devicesId: field.devicesId,
    value: z
      .custom<unknown>((value) => value !== undefined && value !== null, plainMessage('missing'))
      .meta(opaqueValue)
      .describe('JSON object that replaces the value of the namespace.'),
    ifRevisions: ifRevisionsSchema,
  }),
  reply: z.array(revisedResultSchema),
  errors: ['VALIDATION_FAILED', 'INVALID_NAMESPACE', 'INVALID_VALUE', 'VALUE_TOO_LARGE', 'BATCH_TOO_LARGE'],
});
