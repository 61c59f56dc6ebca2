/**
 * `order.ts SOCKET start|stop|clone|split CELL [CLONE]`: passes on to the supervisor what `split.sh` orders; `split`
 * runs the split itself. After the order that `DIE_AFTER` names, it kills `split.sh`, as a power cut would.
 */
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const [socket = '', what = '', ...names] = process.argv.slice(2);
const dieAfter = process.env['DIE_AFTER'] ?? '';

if (what === 'split') {
  const [cell = '', clone = '', organisation = ''] = names;
  const disk = process.env['DISK'] ?? '';
  const script = 'test/support/cells/split-until.ts';
  const folders = [`${disk}/${cell}/data`, `${disk}/${clone}/data`];
  const args = [script, ...folders, clone, organisation, dieAfter];
  const { signal, status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (signal === 'SIGKILL') process.kill(process.ppid, 'SIGKILL');
  else process.exitCode = status ?? 1;
} else {
  const connection = connect(socket);
  connection.end([what, ...names].join(' '));
  const answer = await text(connection);
  if (answer !== 'done') throw new Error(answer);
  if (dieAfter === `${what} ${names[0] ?? ''}`) process.kill(process.ppid, 'SIGKILL');
}
