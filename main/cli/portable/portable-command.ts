import { type RunningService, StartError, startService } from '../../service/index.ts';
import { FolderInUseError } from '../../service/stopped-cell.ts';
import { hasDisplay } from '../display.ts';
import { mayOpen, openBrowser, type Opener, present } from '../present.ts';
import { version } from '../product.ts';
import { keepHeapLean } from '../serve/lean-heap.ts';
import { endWith, serve, stopOnSignals } from '../serve/serve-command.ts';
import { parseServeFlags, type ServeCommand, serveHelp } from '../serve/serve-flags.ts';
import { browserPlaces, firstProgram, openAppWindow, openerPlaces } from './app-window.ts';
import { askRunningStation } from './second-start.ts';

type Environment = NodeJS.ProcessEnv;
type Options = Extract<ServeCommand, { kind: 'serve' }>['options'];

const HELP = `Usage: muster [flags]
       muster serve [flags]

Opens the station in a window of its own, with an installed Chrome, Edge or Chromium; otherwise in the browser. A second
start opens another window of the station that runs. "muster serve" runs it without a window.

  --no-open              print the URL, open nothing (also MUSTER_NO_OPEN=1, and always where CI is set)
  --no-window            use the default browser
  --version              print the version

Also accepts the flags of "muster serve":

${serveHelp.replace('npm run serve -- ', 'muster serve ').replace(' (use npm run --silent)', '')}`;

/** Flags of \`muster\` itself; all others are passed to the station. */
const OWN_FLAGS = ['--no-open', '--no-window'];

/** Runs an installed or portable copy until the person quits; sets the exit code. */
export async function run(argv: readonly string[], env: Environment): Promise<void> {
  if (argv[0] === 'serve') return serve(argv.slice(1), env);
  if (argv.includes('--version')) {
    console.log(version);
    return;
  }
  const serveArgv = argv.filter((word) => !OWN_FLAGS.includes(word));
  const command = parseServeFlags(serveArgv, env);
  if (command.kind === 'help') {
    console.log(HELP);
    return;
  }
  // Usage errors and the ready line are printed as by `serve`.
  if (command.kind === 'usage' || command.isJson) return serve(serveArgv, env);
  for (const warning of command.warnings) console.error(`muster: ${warning}`);
  process.umask(0o077);
  keepHeapLean();
  const open = openerFor(argv, env);
  // The log is for a service; here the terminal belongs to the person.
  const isLogWanted = serveArgv.some((word) => word.startsWith('--log-level')) || 'MUSTER_LOG_LEVEL' in env;
  const logLevel = isLogWanted ? command.options.logLevel : 'warn';
  await openStation({ ...command.options, logLevel }, open);
}

async function openStation(options: Options, open: Opener | undefined): Promise<void> {
  let service: RunningService | undefined;
  const quit = (): void => void service?.stop().then(() => process.exit(0));
  try {
    service = await startService({ ...options, program: { quit } });
    stopOnSignals(async () => service?.stop());
    void service.failed.then(endWith);
    await present(service, open);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    if (error.cause instanceof FolderInUseError && (await handOver(options, open))) return;
    await showFailure(error.message, open);
  }
}

/** Opens a window of the station that runs on the data folder. Returns false if that does not answer. */
async function handOver({ dataFolder }: Options, open: Opener | undefined): Promise<boolean> {
  const running = await askRunningStation(dataFolder);
  if (running === undefined) return false;
  const opened = await open?.(running.windowUrl);
  console.log(
    running.version === version
      ? 'Muster is already running.'
      : `Muster ${running.version} is already running on the data folder ${dataFolder}. To use version ${version}, quit it, then start this one again.`,
  );
  console.log(opened ?? `Open this address in a browser on this computer: ${running.windowUrl}`);
  return true;
}

/** Prints why there is no station; after a double click, where nobody sees a terminal, it also opens as a page. */
async function showFailure(message: string, open: Opener | undefined): Promise<void> {
  console.error(`muster: ${message}`);
  process.exitCode = 1;
  if (process.stderr.isTTY) return;
  await open?.(`data:text/plain;charset=utf-8,${encodeURIComponent(`Muster did not start.\n\n${message}`)}`);
}

/** Returns what opens URLs here; undefined if nothing may or can. */
function openerFor(argv: readonly string[], env: Environment): Opener | undefined {
  if (argv.includes('--no-open') || !mayOpen(env) || !hasDisplay(process.platform, env)) return undefined;
  const { platform } = process;
  const browser = argv.includes('--no-window') ? undefined : firstProgram(browserPlaces({ platform, env }));
  const hasOpener = platform !== 'linux' || firstProgram(openerPlaces(env)) !== undefined;
  return async (url) => {
    if (browser !== undefined && (await openAppWindow(browser, url)))
      return 'Muster opens in a window of its own now.';
    const opened = url.startsWith('http') && hasOpener ? await openBrowser(url) : undefined;
    if (opened === undefined)
      console.log('  No browser was found. Install Chrome, Edge, Chromium or Firefox.');
    return opened;
  };
}
