import fs, { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

import { createBackup } from '../../../../shared/contract/operations/backups.ts';
import { exportAudit } from '../../../../shared/contract/operations/audit.ts';
import { getDiagnostics } from '../../../../shared/contract/operations/diagnostics.ts';
import { closeBoard, getPicture } from '../../../../shared/contract/commands/views.ts';
import { aStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { aCandidate, aJpeg, allowViews, anOffer, lookAt, sendMedia } from '../../../support/views.ts';

/** Returns a part of a picture in every form in which it could have been written. */
function formsOf(picture: Buffer): Buffer[] {
  const middle = picture.subarray(201, 291);
  return [
    middle,
    ...[0, 1, 2].map((from) =>
      Buffer.from(
        middle
          .subarray(from, from + 60)
          .toString('base64')
          .slice(0, 76),
      ),
    ),
    Buffer.from(middle.toString('hex')),
    Buffer.from([...middle.subarray(0, 20)].join(',')),
  ];
}

test('no picture is left in the store, a backup, the log, diagnostics or the audit log', async () => {
  // At `trace`, standard error gets more than the log file.
  const writes = vi.spyOn(fs, 'writeSync');
  await using station = await aStation({ logLevel: 'trace', rateLimit: 0 });
  await allowViews(station);
  await using headset = await TestHeadset.linked(station);
  await lookAt(station, 'board', [headset]);
  await headset.answer((await headset.next('views-wanted')).commandId, { accepted: true });
  const path = `/station/views/${headset.id}/picture`;
  const send = (content: Buffer) =>
    sendMedia(station, 'PUT', path, { type: 'image/jpeg', content, token: headset.token });
  const [shown, tooLarge, cutOff] = [aJpeg(64, 64, 77), aJpeg(400, 64, 78), aJpeg(96, 64, 79)];

  expect((await send(shown)).status).toBe(204);
  expect((await send(tooLarge)).status).not.toBe(204);
  expect((await send(cutOff.subarray(0, -30))).status).not.toBe(204);
  expect((await station.call(getPicture, { params: headset.params })).status).toBe(200);
  const seen = headset.got;
  const offer = sendMedia(station, 'POST', `/station/views/${headset.id}/whep`, {
    type: 'application/sdp',
    content: anOffer([aCandidate('127.0.0.1')]),
  });
  const { commandId } = await headset.next('view-offer', seen);
  await headset.answer(commandId, { accepted: true, sdp: anOffer([aCandidate('127.0.0.1')]) });
  expect((await offer).status).toBe(201);

  await station.call(createBackup);
  const texts = [(await station.call(getDiagnostics)).body, (await station.call(exportAudit)).body].map(
    (each) => Buffer.from(typeof each === 'string' ? each : JSON.stringify(each)),
  );
  await station.restart();
  await station.call(closeBoard, { params: { boardId: 'board' } });
  const files = readdirSync(station.folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files.filter((each) => each.endsWith('.db')).length).toBeGreaterThan(1);
  const onScreen = Buffer.from(
    writes.mock.calls
      .filter(([fd]) => fd === 2)
      .map(([, text]) => String(text))
      .join(''),
  );
  expect(onScreen.toString()).toContain('Server listening');
  const all = [...texts, onScreen, ...files.map((each) => readFileSync(each))];
  for (const picture of [shown, tooLarge, cutOff])
    for (const form of formsOf(picture)) expect(all.findIndex((each) => each.includes(form))).toBe(-1);
  // Nor the keys of a live view, with which its media could be opened.
  expect(all.findIndex((each) => each.includes('OtSK0WpNtpUjkY4'))).toBe(-1);
});
