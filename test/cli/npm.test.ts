import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { aFolder } from '../support/temp-folder.ts';
import { readyLineSchema } from './a-command.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Waits for the first line of `stream`. */
async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

test('a signal to npm reaches the station started by npm, and npm exits with 0', async ({ skip }) => {
  if (process.platform === 'win32') skip('Windows has no such signals');
  using folder = aFolder();
  const args = ['run', '--silent', 'serve', '--', '--json', '--data', folder.path, '--port', '0'];
  const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(npm, 'exit');
  const ready = readyLineSchema.parse(JSON.parse(await firstLine(npm.stdout)));
  npm.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(() => process.kill(ready.pid, 0)).toThrow('ESRCH');
});
