import type { FastifyInstance } from 'fastify';

import { MAX_BULK_IDS } from '../../../../shared/contract/devices.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { checkMetadataValue, isNamespace } from '../../../../shared/domain/metadata.ts';
import { Failure } from '../../failure.ts';
import { mount } from '../../http/mount.ts';
import { changeEach, findDevice, type Records, toDevice } from '../devices/index.ts';
import { changeMetadata, type MetadataChange } from './change.ts';

type Refusal = Failure<'INVALID_NAMESPACE' | 'INVALID_VALUE' | 'VALUE_TOO_LARGE'>;

/** Writes and removes metadata, on one device and on many. A malformed request is refused before the device is looked for. */
export function mountMetadata(http: FastifyInstance, records: Records): void {
  const { writer } = records.core;

  mount(http, contract.setMetadata, ({ params, body, caller }) => {
    const change = toChange(params.namespace, body, '');
    if (change instanceof Failure) return change;
    return writer.run((afterCommit) => {
      const record = findDevice(records, params.deviceId, caller);
      return record instanceof Failure
        ? record
        : toDevice(records, changeMetadata(records, record, change, afterCommit));
    });
  });

  mount(http, contract.removeMetadata, ({ params: { deviceId, namespace }, caller }) => {
    if (!isNamespace(namespace)) return new Failure('NOT_FOUND', 'Nothing has this identifier.');
    return writer.run((afterCommit) => {
      const record = findDevice(records, deviceId, caller);
      return record instanceof Failure
        ? record
        : toDevice(records, changeMetadata(records, record, { namespace, value: null }, afterCommit));
    });
  });

  mount(http, contract.setMetadataOfMany, ({ params, body, caller }) => {
    const change = toChange(params.namespace, body.value, 'value');
    if (change instanceof Failure) return change;
    if (body.devicesId.length > MAX_BULK_IDS) {
      return new Failure('BATCH_TOO_LARGE', `At most ${MAX_BULK_IDS} devices in one request. Split it.`);
    }
    return writer.run((afterCommit) =>
      changeEach(
        records,
        body.devicesId,
        caller,
        (record) => void changeMetadata(records, record, change, afterCommit),
      ),
    );
  });
}

/** The change when namespace and value are good. `place` is where the value stands in the body. */
function toChange(namespace: string, value: unknown, place: string): MetadataChange | Refusal {
  if (!isNamespace(namespace)) {
    const message =
      'A namespace is 1 to 64 of a-z, 0-9, dot, dash and underscore, and begins with a letter or digit.';
    return new Failure('INVALID_NAMESPACE', message, { details: [{ path: 'path.namespace', message }] });
  }
  const checked = checkMetadataValue(value);
  if (!('code' in checked)) return { namespace, value: checked.value };
  const details = checked.details.map(({ path, message }) => ({
    path: [place, path].filter((part) => part !== '').join('.'),
    message,
  }));
  return new Failure(checked.code, checked.message, { details });
}
