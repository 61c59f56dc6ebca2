import { StartError } from '../../service/index.ts';
import { FolderInUseError } from '../../service/stopped-cell.ts';
import { hasDisplay } from '../display.ts';
import { mayOpen, openBrowser, type Opener } from '../present.ts';
import { version } from '../product.ts';
import { keepHeapLean } from '../serve/lean-heap.ts';
import { serve } from '../serve/serve-command.ts';
import { parseServeFlags, type ServeCommand, serveHelp } from '../serve/serve-flags.ts';
import { browserPlaces, firstProgram, openAppWindow, openerPlaces } from './app-window.ts';
import { CopyStation, type StationInput } from './copy-station.ts';
import { askRunningStation, type RunningStation } from './second-start.ts';
import { thisCopy } from './update/this-copy.ts';
import { joinTrial, settle, startWaiting } from './update/trial.ts';

type Environment = NodeJS.ProcessEnv;
type Options = Extract<ServeCommand, { kind: 'serve' }>['options'];

const HELP = `Usage: muster [flags]
       muster serve [flags]
       muster update SOURCE

Opens the station in a window of its own, with an installed Chrome, Edge or Chromium; otherwise in the browser. A second
start opens another window of the station that runs. "muster serve" runs it without a window. "muster update" prepares a
new version from a folder, an archive or a URL: see "muster update --help".

  --no-open              print the URL, open nothing (also MUSTER_NO_OPEN=1, and always where CI is set)
  --no-window            use the default browser
  --version              print the version

Also accepts the flags of "muster serve":

${serveHelp.replace('npm run serve -- ', 'muster serve ').replace(' (use npm run --silent)', '')}`;

/** Flags of \`muster\` itself; all others are passed to the station. */
const OWN_FLAGS = ['--no-open', '--no-window'];

/** Runs the station of a copy until the person quits; sets the exit code. */
export async function runStation(argv: readonly string[], env: Environment): Promise<void> {
  const isServe = argv[0] === 'serve';
  const serveArgv = isServe ? argv.slice(1) : argv.filter((word) => !OWN_FLAGS.includes(word));
  const command = parseServeFlags(serveArgv, env);
  if (command.kind === 'help' && !isServe) {
    console.log(HELP);
    return;
  }
  if (command.kind !== 'serve') return serve(serveArgv, env);

  const copy = thisCopy();
  const trial = joinTrial(env);
  const { dataFolder } = command.options;
  if (isServe || command.isJson) {
    const isUndoing = await tryWaiting({ copy, trial, dataFolder, argv });
    const words = isUndoing ? [...serveArgv, '--recover', 'older'] : serveArgv;
    return serve(words, env, async (service) => {
      await trial?.confirm(() => service.stop());
      if (copy !== undefined) settle(copy);
    });
  }
  for (const warning of command.warnings) console.error(`muster: ${warning}`);
  process.umask(0o077);
  keepHeapLean();
  // The log is for a service; here the terminal belongs to the person.
  const isLogWanted = serveArgv.some((word) => word.startsWith('--log-level')) || 'MUSTER_LOG_LEVEL' in env;
  const options = { ...command.options, ...(isLogWanted ? {} : { logLevel: 'warn' }) };
  await openStation({ options, open: openerFor(argv, env), copy, argv, trial });
}

/** Runs the version that is waiting in a copy, if any, to its end. Returns true if it failed and is to be undone. */
async function tryWaiting({
  copy,
  trial,
  dataFolder,
  argv,
}: Pick<StationInput, 'copy' | 'trial' | 'argv'> & Pick<Options, 'dataFolder'>): Promise<boolean> {
  if (copy === undefined || trial !== undefined) return false;
  const outcome = await startWaiting({ copy, dataFolder, argv });
  if ('exitCode' in outcome) process.exit(outcome.exitCode);
  return outcome.isUndoing;
}

/** Starts the station, or opens a window of the one that runs. If that one ends meanwhile, this one starts. */
async function openStation(input: StationInput): Promise<void> {
  const { dataFolder } = input.options;
  const station = new CopyStation(input);
  try {
    await station.start(await tryWaiting({ ...input, dataFolder }));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const isInUse = error.cause instanceof FolderInUseError && input.trial === undefined;
    const running = isInUse ? await askRunningStation(dataFolder) : undefined;
    if (running === 'ended') return openStation(input);
    if (running === undefined) await showFailure(error.message, input.open);
    else await handOver(running, input);
  }
}

/** Opens a window of the station that runs on the data folder. */
async function handOver(running: RunningStation, { open, options }: StationInput): Promise<void> {
  const opened = await open?.(running.windowUrl);
  console.log(
    running.version === version
      ? 'Muster is already running.'
      : `Muster ${running.version} is already running on the data folder ${options.dataFolder}. To use version ${version}, quit it, then start this one again.`,
  );
  console.log(opened ?? `Open this address in a browser on this computer: ${running.windowUrl}`);
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
