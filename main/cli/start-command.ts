import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { StartError, startService } from '../service/index.ts';
import { buildDesktop } from './build/build-desktop.ts';
import { projectFolder } from './build/build.ts';
import { findElectron } from './build/electron-binary.ts';
import { hasDisplay } from './display.ts';
import { mayOpen, openBrowser, present } from './present.ts';
import { endWith, serve, stopOnSignals } from './serve/serve-command.ts';
import { parseServeFlags, serveHelp } from './serve/serve-flags.ts';

type Environment = NodeJS.ProcessEnv;

const startHelp = `Usage: npm start -- [flags]

Opens the station: in its own window where an Electron binary is installed, otherwise in the browser.

  --no-open              print the URL, open no browser (also MUSTER_NO_OPEN=1, and always where CI is set)
  --no-window            use the browser even where an Electron binary is installed

Also accepts the flags of \`serve\`:

${serveHelp}`;

/** Flags of `start` itself; all others are passed to the station. */
const OWN_FLAGS = ['--no-open', '--no-window'];

/** Runs `start` until the person stops it; sets the exit code. */
export async function start(argv: readonly string[], env: Environment): Promise<void> {
  const serveArgv = argv.filter((word) => !OWN_FLAGS.includes(word));
  const command = parseServeFlags(serveArgv, env);
  if (command.kind === 'help') {
    console.log(startHelp);
    return;
  }
  // Usage errors and the ready line are printed as by `serve`.
  if (command.kind === 'usage' || command.isJson) return serve(serveArgv, env);

  const isBrowserWanted = argv.includes('--no-window');
  const electron = isBrowserWanted ? undefined : findElectron(projectFolder, env);
  if (electron !== undefined && hasDisplay(process.platform, env)) {
    process.exitCode = await runWindow(electron, serveArgv);
    return;
  }
  if (!isBrowserWanted) console.log(electron === undefined ? NO_ELECTRON : NO_DISPLAY);
  for (const warning of command.warnings) console.error(`muster: ${warning}`);
  try {
    // The log is for a service; here the terminal belongs to the person.
    const isLogWanted = serveArgv.some((word) => word.startsWith('--log-level')) || 'MUSTER_LOG_LEVEL' in env;
    const logLevel = isLogWanted ? command.options.logLevel : 'warn';
    const service = await startService({ ...command.options, logLevel });
    stopOnSignals(() => service.stop());
    void service.failed.then(endWith);
    await present(service, argv.includes('--no-open') || !opensBrowser(env) ? undefined : openBrowser);
  } catch (error) {
    console.error(error instanceof StartError ? `muster: ${error.message}` : error);
    process.exitCode = 1;
  }
}

const NO_ELECTRON =
  'No Electron binary is installed (`npx install-electron` downloads one), so Muster opens in the browser.';
const NO_DISPLAY = 'There is no display for a window here, so use a browser.';

function opensBrowser(env: Environment): boolean {
  return mayOpen(env) && hasDisplay(process.platform, env);
}

/** Runs the desktop app and returns its exit code. It stops on the same signals. */
async function runWindow(electron: string, flags: readonly string[]): Promise<number> {
  await buildDesktop(projectFolder);
  const window = spawn(electron, [join(projectFolder, 'dist', 'app'), ...flags], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => window.kill(signal));
  await once(window, 'exit');
  return window.exitCode ?? 1;
}
