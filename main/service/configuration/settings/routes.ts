import type { FastifyInstance } from 'fastify';

import type { ConfigureResult } from '../../../../shared/contract/configuration/configure.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { JsonStream, type JsonText } from '../../kernel/http/routes/json-stream.ts';
import type { Records } from '../../devices/index.ts';
import { changeAndReply, changingNow, type Results, toError, tooMany } from '../../devices/changes/index.ts';
import { actOf } from '../../devices/history/index.ts';
import { findUnchanged } from '../../devices/live/index.ts';
import { DeviceTexts, toDevice } from '../../devices/views/index.ts';
import { SettingsUpdate } from './apply.ts';
import { checkChange } from './change.ts';

/** Serves changes of settings, for one device and for many. Contradictions are refused before a device is looked up. */
export function mountConfigure(http: FastifyInstance, records: Records): void {
  const { writer, vault } = records.core;

  mount(http, contract.configureDevice, ({ params, body, ...by }) =>
    writer.run((afterCommit) => {
      const record = findUnchanged(records, params.deviceId, by);
      if (record instanceof Failure) return record;
      const change = checkChange(body, vault, '');
      if (change instanceof Failure) return change;
      const update = new SettingsUpdate(records, change, '');
      const changed = update.apply(record, changingNow(records, afterCommit, actOf(by.caller, 'configure')));
      if (changed instanceof Failure) return changed;
      return { device: toDevice(records, changed), success: true as const };
    }),
  );

  mount(http, contract.configureDevices, async ({ body, caller }) => {
    const refusal = tooMany(body.devicesId);
    if (refusal !== undefined) return refusal;
    const change = checkChange(body.settings, vault, 'settings.');
    if (change instanceof Failure) return change;
    const update = new SettingsUpdate(records, change, 'settings.');
    const texts = new DeviceTexts(records);
    const results = await changeAndReply(
      records,
      { ids: body.devicesId, caller, kind: 'configure', ifRevisions: body.ifRevisions },
      update.apply,
      (record) => texts.bytesOf(record),
    );
    return JsonStream.listOfTexts<ConfigureResult>(toEntries(results));
  });
}

/** Yields the entries of the reply, each as JSON text. */
function* toEntries(results: Results<JsonText>): Generator<JsonText> {
  for (const [id, result] of results) {
    if (result instanceof Failure) {
      const entry: ConfigureResult = { id, response: { success: false }, error: toError(result) };
      yield [JSON.stringify(entry)];
    } else {
      yield [`{"id":${JSON.stringify(id)},"response":{"device":`, ...result, ',"success":true}}'];
    }
  }
}
