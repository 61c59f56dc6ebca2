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
import { nothing } from '../primitives.ts';

/** What the name of a metadata namespace looks like. Source: design.md section 4, "Metadata". */
export const NAMESPACE_PATTERN = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Taken as it comes: writing has a code of its own for a malformed namespace. */
const namespaceText = z.string().meta({ override: { type: 'string', pattern: NAMESPACE_PATTERN.source } });

/** Taken as it comes: a wrong value has codes of its own. */
const opaqueValue = { override: { type: 'object', additionalProperties: true } } as const;

/** A device and one namespace of its metadata. */
const namespaceParams = deviceParams.extend({ namespace: namespaceText });

/** Replaces the whole value of one namespace; the headset is told. */
export const setMetadata = endpoint({
  method: 'PUT',
  path: '/devices/{deviceId}/metadata/{namespace}',
  summary: 'Set one namespace of a device’s metadata',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  params: namespaceParams,
  query: nothing,
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

/** Takes a namespace away. One that the device does not have is as good as removed; a malformed one names nothing: 404. */
export const removeMetadata = endpoint({
  method: 'DELETE',
  path: '/devices/{deviceId}/metadata/{namespace}',
  summary: 'Remove one namespace of a device’s metadata',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  params: namespaceParams,
  query: nothing,
  body: nothing,
  reply: deviceSchema,
  revisionOf,
  minimal: minimalDevice,
  errors: ['NOT_FOUND', 'DEVICE_NOT_FOUND', 'CONFLICT'],
});

/** The same value on many devices; one bad id never fails the others. */
export const setMetadataOfMany = endpoint({
  method: 'PUT',
  path: '/devices/metadata/{namespace}',
  summary: 'Set one namespace of the metadata of many devices',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  params: z.object({ namespace: namespaceText }),
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()),
    value: z
      .custom<unknown>((value) => value !== undefined && value !== null, 'Must be there')
      .meta(opaqueValue),
    ifRevisions: ifRevisionsSchema,
  }),
  reply: z.array(revisedResultSchema),
  errors: ['VALIDATION_FAILED', 'INVALID_NAMESPACE', 'INVALID_VALUE', 'VALUE_TOO_LARGE', 'BATCH_TOO_LARGE'],
});
