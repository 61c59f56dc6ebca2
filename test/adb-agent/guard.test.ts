import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { guardFor, isOther } from '../../main/adb/guard.ts';
import { quote } from '../../shared/domain/enrolment/cable/answers.ts';
import { aFolder } from '../support/temp-folder.ts';

test('a real shell runs a guarded command where the mark is the same, and nothing of it elsewhere', () => {
  using folder = aFolder();
  const file = join(folder.path, 'mark');
  const ran = join(folder.path, 'ran');
  const run = (mark: string) => {
    const { status, stderr } = spawnSync('sh', ['-c', `${guardFor(mark, file)}touch ${quote(ran)}`], {
      encoding: 'utf8',
    });
    const isDone = execFileSync('sh', ['-c', `[ -f ${quote(ran)} ] && echo yes; rm -f ${quote(ran)}`]);
    return { isOther: isOther({ exitCode: status ?? -1, stderr }), isDone: isDone.toString() === 'yes\n' };
  };
  const refused = { isOther: true, isDone: false };
  // No file: as after a reset, or on a headset that nobody manages.
  expect(run('station/device')).toEqual(refused);
  writeFileSync(file, 'station/device\nA name\n');
  expect(run('station/device')).toEqual({ isOther: false, isDone: true });
  expect(run('station/other')).toEqual(refused);
  writeFileSync(file, '');
  expect(run('station/device')).toEqual(refused);
});

test('no mark, whatever it contains, breaks out of its guard', () => {
  using folder = aFolder();
  const file = join(folder.path, 'mark');
  writeFileSync(file, 'station/device\n');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("'", '"', '$(', ')', '`', ';', ' ', '\\', '\n', '&', 'a') }),
      (mark) => {
        const { status, stdout } = spawnSync('sh', ['-c', `${guardFor(mark, file)}echo ran`], {
          encoding: 'utf8',
        });
        expect({ status, stdout }).toEqual({ status: 77, stdout: '' });
      },
    ),
    { numRuns: 30 },
  );
});
