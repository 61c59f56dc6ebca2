import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { checkMetadataValue, isNamespace } from '../../../../shared/domain/devices/metadata.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { IfMatch } from '../../kernel/http/routes/if-match.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { changeRevised, tooMany } from '../changes/bulk.ts';
import { changingNow } from '../changes/changing.ts';
import { findUnchanged } from '../records/reach.ts';
import type { Records } from '../records/records.ts';
import { toDevice } from '../views/device-view.ts';
import { actOf } from '../history/act.ts';
import { changeMetadata, type MetadataChange } from './change.ts';

type By = { readonly caller: Caller; readonly ifMatch: IfMatch };
type Refusal = Failure<'INVALID_NAMESPACE' | 'INVALID_VALUE' | 'VALUE_TOO_LARGE'>;

/**
 * Serves writing and removing metadata, on one device and on many. A malformed request is refused before the device
 * is looked up.
 */
export function mountMetadata(http: FastifyInstance, records: Records): void {
  const write = (deviceId: string, by: By, change: MetadataChange) =>
    records.core.writer.run((afterCommit) => {
      const record = findUnchanged(records, deviceId, by);
      if (record instanceof Failure) return record;
      const changing = changingNow(records, afterCommit, actOf(by.caller, 'metadata'));
      return toDevice(records, changeMetadata(records, record, change, changing));
    });

  mount(http, contract.setMetadata, ({ params, body, ...by }) => {
    const change = toChange(params.namespace, body, '');
    if (change instanceof Failure) return change;
    return write(params.deviceId, by, change);
  });

  mount(http, contract.removeMetadata, ({ params: { deviceId, namespace }, ...by }) => {
    if (!isNamespace(namespace)) return new Failure('NOT_FOUND', 'Nothing has this identifier.');
    return write(deviceId, by, { namespace, value: null });
  });

  mount(http, contract.setMetadataOfMany, async ({ params, body, caller }) => {
    const change = toChange(params.namespace, body.value, 'value');
    if (change instanceof Failure) return change;
    const refusal = tooMany(body.devicesId);
    if (refusal !== undefined) return refusal;
    return changeRevised(
      records,
      { ids: body.devicesId, caller, kind: 'metadata', ifRevisions: body.ifRevisions },
      (record, changing) => changeMetadata(records, record, change, changing),
    );
  });
}

/** Returns the change if namespace and value are valid. `place` is the path of the value in the body. */
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
