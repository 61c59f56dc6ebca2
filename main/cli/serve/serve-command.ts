import { type RunningService, StartError, startService } from '../../service/index.ts';
import { keepHeapLean } from './lean-heap.ts';
import { lanText } from './lan-text.ts';
import { parseServeFlags, serveHelp } from './serve-flags.ts';

/**
 * Runs `serve` until a signal; sets the exit code. Standard output has only the ready line or the URL. `onStart` is
 * called before it is printed.
 */
export async function serve(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  onStart: (service: RunningService) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const command = parseServeFlags(argv, env);
  if (command.kind === 'help') {
    console.log(serveHelp);
    return;
  }
  if (command.kind === 'usage') {
    console.error(`muster: ${command.message}. See --help.`);
    process.exitCode = 2;
    return;
  }
  for (const warning of command.warnings) console.error(`muster: ${warning}`);
  // Files of a station are for its own user only, even in a folder that others may read.
  process.umask(0o077);
  keepHeapLean();
  try {
    const service = await startService(command.options);
    await onStart(service);
    const { url, enterpriseId, token } = service;
    const ready = { event: 'ready', url, enterpriseId, token, pid: process.pid };
    stopOnSignals(() => service.stop());
    void service.failed.then(endWith);
    if (!command.isJson) for (const line of lanText(service.lan)) console.error(`muster: ${line}`);
    console.log(command.isJson ? JSON.stringify(ready) : `Muster is on. Open ${service.newLaunchUrl()}`);
  } catch (error) {
    console.error(error instanceof StartError ? `muster: ${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Prints why the station cannot run, and exits with 1. */
export function endWith(reason: StartError): never {
  console.error(`muster: ${reason.message}`);
  process.exit(1);
}

/** Stops at the first SIGTERM or SIGINT and exits with 0; a second one ends the process at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}
