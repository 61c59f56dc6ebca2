import { contract } from '../../shared/contract/index.ts';
import {
  type ServiceOrder,
  serviceOrderSchema,
  type ServiceReport,
  type ServiceSession,
} from '../../shared/service-port.ts';
import { type RunningService, StartError, startService } from '../service/index.ts';
import { keepHeapLean } from './serve/lean-heap.ts';
import { KeyLockedError, openKey } from './key-storage.ts';
import { parseServeFlags } from './serve/serve-flags.ts';

// The station as the desktop app's own process: the flags of `serve`, and messages in place of signals and a ready
// line. `parentPort` is Electron's, available without an import.
const { parentPort } = process;

/** Interval at which changed activity is reported, in ms. */
const PUBLISH_INTERVAL_MS = 2_000;

/** Why there is no station, as a message for the person. */
class NoStart extends Error {
  override readonly name = 'NoStart';
}

type Start = Extract<ServiceOrder, { order: 'start' }>;

/** Received orders, oldest first; early ones are queued. */
const orders: ServiceOrder[] = [];
let onOrder: (order: ServiceOrder) => void = (order) => void orders.push(order);
parentPort.on('message', ({ data }: { data: unknown }) => onOrder(serviceOrderSchema.parse(data)));

/** Returns the next order of this kind; a stop before the start ends the process. */
function nextOrder<Kind extends ServiceOrder['order']>(
  kind: Kind,
): Promise<Extract<ServiceOrder, { order: Kind }>> {
  return new Promise((resolve) => {
    onOrder = (order) => {
      if (order.order === 'stop') process.exit(0);
      if (isOf(order, kind)) resolve(order);
    };
    for (const waiting of orders.splice(0)) onOrder(waiting);
  });
}

function isOf<Kind extends ServiceOrder['order']>(
  order: ServiceOrder,
  kind: Kind,
): order is Extract<ServiceOrder, { order: Kind }> {
  return order.order === kind;
}

/** True once the station was told to stop. */
let isStopping = false;

function post(report: ServiceReport): void {
  parentPort.postMessage(report);
}

/** Asks the shell to encrypt or decrypt the key. */
async function requestKey(report: 'seal' | 'unseal', value: string): Promise<string | null> {
  post({ report, value });
  return (await nextOrder('key')).value;
}

/** Starts the station with these flags. @throws {NoStart} {StartError} if a retry would not help. */
async function open(argv: readonly string[], { canProtect, recover }: Start): Promise<RunningService> {
  const command = parseServeFlags(argv, process.env);
  if (command.kind !== 'serve') {
    throw new NoStart(command.kind === 'usage' ? `${command.message}.` : '--help is for the command line.');
  }
  for (const warning of command.warnings) process.stderr.write(`muster: ${warning}\n`);
  const { options } = command;
  const sealing = canProtect
    ? { seal: (key: string) => requestKey('seal', key), unseal: (key: string) => requestKey('unseal', key) }
    : undefined;
  // Files of a station are for its own user only, even in a folder that others may read.
  process.umask(0o077);
  keepHeapLean();
  const masterKey = await openKey(options.dataFolder, sealing);
  return startService({ ...options, masterKey, recover: recover ?? options.recover });
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

async function handleOrder(service: RunningService, { order }: ServiceOrder): Promise<void> {
  switch (order) {
    case 'open-session':
      post({ report: 'session', session: await openSession(service) });
      break;
    case 'ping':
      post({ report: 'pong' });
      break;
    case 'stop':
      isStopping = true;
      await service.stop();
      process.exit(0);
    // Both belong to the start.
    case 'start':
    case 'key':
  }
}

/** Reports activity whenever it has changed; not while the station restores a backup. */
function postActivity(service: RunningService): void {
  let received = '';
  const check = (): void => {
    const activity = service.activity();
    if (activity === undefined || JSON.stringify(activity) === received) return;
    received = JSON.stringify(activity);
    post({ report: 'activity', activity });
  };
  check();
  setInterval(check, PUBLISH_INTERVAL_MS).unref();
}

/** Ends the process after an unexpected error; the supervisor starts another. */
function die(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

function giveUp(error: NoStart | StartError | KeyLockedError): void {
  const damage = error instanceof StartError ? error.damage : undefined;
  post({ report: 'failed', message: error.message, ...(damage === undefined ? {} : { damage }) });
}

async function run(): Promise<void> {
  try {
    const service = await open(process.argv.slice(2), await nextOrder('start'));
    onOrder = (order) =>
      void handleOrder(service, order).catch((error: unknown) => {
        // A window that asks for a session while the station stops gets none; that is no error.
        if (!isStopping) die(error);
      });
    void service.failed.then((error) => {
      giveUp(error);
      process.exit(1);
    });
    post({ report: 'ready', url: service.url });
    postActivity(service);
  } catch (error) {
    const isForThePerson =
      error instanceof NoStart || error instanceof StartError || error instanceof KeyLockedError;
    if (!isForThePerson) die(error);
    giveUp(error);
    process.exitCode = 1;
  }
}

void run();
