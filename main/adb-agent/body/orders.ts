import { z } from 'zod';

import type { AdbConnection } from '../../adb/connection.ts';
import type { Brand } from '../../../shared/contract/devices/reported.ts';
import type { Order, Reaction } from '../../agent/headset.ts';
import { readBattery, readControllers, readIsAwake } from '../readers/hardware.ts';
import { isPackageName } from '../readers/software.ts';
import { foregroundOf, startApp, stopApp } from './apps.ts';
import { BRIGHTNESS_PERCENT, VOLUME } from './writers.ts';

/** What commands need of a headset. */
export type OrderContext = Readonly<{
  adb: AdbConnection;
  /** The app of kiosk mode; null if it is off. */
  kioskPackage: string | null;
  brand: Brand;
  /** Path of a video that Muster put on the headset; null if it is not there. */
  pathOf: (contentId: string) => string | null;
  happened: (type: string, payload: Record<string, unknown>) => void;
}>;

type Handler = (context: OrderContext, message: Record<string, unknown>) => Promise<Reaction>;

const packageSchema = z.object({ packageName: z.string().refine(isPackageName) });
const volumeSchema = z.object({ volume: z.number().min(0).max(100) });
const brightnessSchema = z.object({ brightness: z.number().min(0).max(100) });
const urlSchema = z.object({ url: z.url({ protocol: /^https?$/ }).max(2_048) });
const videoSchema = z.object({ contentId: z.string().max(128) });
const textSchema = z.object({ text: z.string().min(1).max(2_000) });

const ACCEPTED: Reaction = { answer: { accepted: true }, afterwards: null };

/** Returns a refusal with its reason. */
export function refusal(reason: string): Reaction {
  return { answer: { accepted: false, reason }, afterwards: null };
}

/** Commands that adb can carry out, by name. Any other is refused as not supported over adb. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  ping: describe,
  'is-available': describe,
  identify,
  'launch-app': launch,
  'stop-app': stop,
  'set-volume': accepting(volumeSchema, async ({ adb, happened }, { volume }) => {
    await VOLUME.write(adb, volume);
    const now = await VOLUME.read(adb);
    if (now?.isSame(volume) !== true) return refusal('NOT_APPLIED');
    happened('VOLUME_CHANGED', { volume });
    return { answer: { accepted: true, volume: now.value }, afterwards: null };
  }),
  'set-brightness': accepting(brightnessSchema, async ({ adb, happened }, { brightness }) => {
    await BRIGHTNESS_PERCENT.write(adb, brightness);
    if ((await BRIGHTNESS_PERCENT.read(adb))?.isSame(brightness) !== true) return refusal('NOT_APPLIED');
    happened('BRIGHTNESS_CHANGED', { brightness });
    return ACCEPTED;
  }),
  'open-url': accepting(urlSchema, async ({ adb, happened }, { url }) => {
    await adb.must(['am', 'start', '-a', 'android.intent.action.VIEW', '-d', url]);
    happened('URL_OPENED', { url });
    return ACCEPTED;
  }),
  // The system decides whether the wearer sees it: it was sent, not read.
  'show-text': accepting(textSchema, async ({ adb, happened }, { text }) => {
    await adb.must(['cmd', 'notification', 'post', '-S', 'bigtext', '-t', 'Muster', 'muster', text]);
    happened('TEXT_SHOWN', { text });
    return ACCEPTED;
  }),
  'play-video': accepting(videoSchema, async ({ adb, pathOf }, { contentId }) => {
    const path = pathOf(contentId);
    if (path === null) return refusal('NOT_INSTALLED');
    const url = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
    await adb.must(['am', 'start', '-a', 'android.intent.action.VIEW', '-d', url, '-t', 'video/*']);
    return ACCEPTED;
  }),
  // To the media session of the player; Android does not say whether there is one.
  'pause-video': async ({ adb }) => {
    await adb.must(['cmd', 'media_session', 'dispatch', 'pause']);
    return ACCEPTED;
  },
  reboot: power(['reboot']),
  'power-off': power(['reboot', '-p']),
  lock: keyPress('KEYCODE_SLEEP', 'DEVICE_LOCKED'),
  unlock: keyPress('KEYCODE_WAKEUP', 'DEVICE_UNLOCKED'),
};

/**
 * Carries a command out on a headset. The message is untrusted.
 * @throws {CableError} with the headset's own words.
 */
export async function execute(context: OrderContext, { event, message }: Order): Promise<Reaction> {
  const handle = Object.hasOwn(HANDLERS, event) ? HANDLERS[event] : undefined;
  return handle === undefined ? refusal('NOT_SUPPORTED_OVER_ADB') : handle(context, message);
}

function accepting<Message>(
  schema: z.ZodType<Message>,
  act: (context: OrderContext, message: Message) => Promise<Reaction>,
): Handler {
  return async (context, message) => {
    const order = schema.safeParse(message);
    return order.success ? act(context, order.data) : refusal('INVALID_MESSAGE');
  };
}

/** Asked now: the last report may be older than the question. */
async function describe({ adb, brand }: OrderContext): Promise<Reaction> {
  const { level, isCharging } = readBattery((await adb.run(['dumpsys', 'battery'])).stdout) ?? {};
  const isAwake = readIsAwake((await adb.run(['dumpsys', 'power'])).stdout);
  // Only Meta's system has a command for it.
  const controllers =
    brand === 'meta' ? readControllers((await adb.run(['dumpsys', 'OVRRemoteService'])).stdout) : [];
  const answer = {
    isAvailable: true,
    ...(level === undefined ? {} : { batteryLevel: level }),
    ...(isCharging === undefined ? {} : { isCharging }),
    ...(isAwake === false ? { worn: false } : {}),
    runningPackage: await foregroundOf(adb),
    ...(controllers.length === 0 ? {} : { controllers }),
  };
  return { answer, afterwards: null };
}

/** The display lights up, and where the system shows notifications, its name appears. */
async function identify({ adb }: OrderContext): Promise<Reaction> {
  await adb.must(['input', 'keyevent', 'KEYCODE_WAKEUP']);
  await adb.run(['cmd', 'notification', 'post', '-t', 'Muster', 'muster-identify', 'This headset']);
  return ACCEPTED;
}

async function launch(
  { adb, kioskPackage }: OrderContext,
  message: Record<string, unknown>,
): Promise<Reaction> {
  const order = packageSchema.safeParse(message);
  if (!order.success) return refusal('INVALID_MESSAGE');
  const { packageName } = order.data;
  if (kioskPackage !== null && kioskPackage !== packageName) return refusal('KIOSK_MODE');
  const { exitCode } = await adb.run(['pm', 'path', packageName]);
  if (exitCode !== 0) return refusal('NOT_INSTALLED');
  const failure = await startApp(adb, packageName);
  return failure === null ? ACCEPTED : refusal(failure);
}

/** Without a package: the app in the foreground. */
async function stop(
  { adb, kioskPackage }: OrderContext,
  message: Record<string, unknown>,
): Promise<Reaction> {
  const order = packageSchema.partial().safeParse(message);
  if (!order.success) return refusal('INVALID_MESSAGE');
  const running = await foregroundOf(adb);
  const packageName = order.data.packageName ?? running;
  if (packageName === null || packageName !== running) return refusal('NOT_RUNNING');
  if (packageName === kioskPackage) return refusal('KIOSK_MODE');
  await stopApp(adb, packageName);
  return ACCEPTED;
}

function power(command: readonly string[]): Handler {
  return ({ adb }) =>
    // Answered first: the connection ends with the headset.
    Promise.resolve({
      answer: { accepted: true },
      afterwards: async () => void (await adb.run(command).catch(() => undefined)),
    });
}

function keyPress(key: string, type: string): Handler {
  return async ({ adb, happened }) => {
    await adb.must(['input', 'keyevent', key]);
    happened(type, {});
    return ACCEPTED;
  };
}
