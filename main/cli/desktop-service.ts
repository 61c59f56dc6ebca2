import { contract } from '../../shared/contract/index.ts';
import {
  type ServiceOrder,
  serviceOrderSchema,
  type ServiceReport,
  type ServiceSession,
} from '../../shared/service-port.ts';
import { type RunningService, StartError, startService } from '../service/index.ts';
import { parseServeFlags } from './serve-flags.ts';

// The station as the desktop app's own process: the flags of `serve`, and messages in place of signals and a ready
// line. `parentPort` is Electron's, but it is there without importing anything of Electron.
const { parentPort } = process;

/** Why there is no station, in words for the person. */
class NoStart extends Error {
  override readonly name = 'NoStart';
}

function tell(report: ServiceReport): void {
  parentPort.postMessage(report);
}

/** Starts the station that the flags ask for. @throws {NoStart} where trying again would not help. */
async function open(argv: readonly string[]): Promise<RunningService> {
  const command = parseServeFlags(argv, process.env);
  if (command.kind !== 'serve') {
    throw new NoStart(command.kind === 'usage' ? `${command.message}.` : '--help is for the command line.');
  }
  for (const warning of command.warnings) process.stderr.write(`muster: ${warning}\n`);
  try {
    return await startService(command.options);
  } catch (error) {
    throw error instanceof StartError ? new NoStart(error.message, { cause: error }) : error;
  }
}

/** Exchanges a launch token as a browser would, so that the window's session is like any other. */
async function openSession(service: RunningService): Promise<ServiceSession> {
  const launchToken = new URLSearchParams(new URL(service.newLaunchUrl()).hash.slice(1)).get('launch');
  const { method, path, reply } = contract.openSession;
  const answer = await fetch(new URL(path, service.url), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launchToken }),
  });
  if (!answer.ok) throw new Error(`The station refused its own window: ${String(answer.status)}`);
  const { token } = reply.parse(await answer.json());
  return { url: service.url, token };
}

async function obey(service: RunningService, { order }: ServiceOrder): Promise<void> {
  switch (order) {
    case 'open-session':
      tell({ report: 'session', session: await openSession(service) });
      break;
    case 'stop':
      await service.stop();
      process.exit(0);
  }
}

/** An unexpected fault ends the process; the supervisor starts another. */
function die(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

try {
  const service = await open(process.argv.slice(2));
  parentPort.on('message', ({ data }: { data: unknown }) => {
    obey(service, serviceOrderSchema.parse(data)).catch(die);
  });
  void service.failed.then(({ message }) => {
    tell({ report: 'failed', message });
    process.exit(1);
  });
  tell({ report: 'ready', url: service.url });
} catch (error) {
  if (!(error instanceof NoStart)) die(error);
  tell({ report: 'failed', message: error.message });
  process.exitCode = 1;
}
