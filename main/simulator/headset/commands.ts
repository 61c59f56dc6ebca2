import { z } from 'zod';

import type { SimulatedHeadset } from './simulated-headset.ts';
import type { Picture } from '../views/encoder.ts';

/** The answer to a command, and what follows it. */
export type Reaction = Readonly<{
  answer: Record<string, unknown>;
  afterwards: 'reboot' | 'power-off' | null;
}>;

type Answer = Record<string, unknown>;

type CommandHandler = (agent: SimulatedHeadset, message: Record<string, unknown>, nowMs: number) => Answer;

const packageSchema = z.object({ packageName: z.string() });
const foregroundSchema = packageSchema.partial();
const volumeSchema = z.object({ volume: z.number().min(0).max(100) });
const videoSchema = z.object({ contentId: z.string() });
const urlSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
const textSchema = z.object({ text: z.string().min(1) });
const brightnessSchema = z.object({ brightness: z.number().min(0).max(100) });
const profileSchema = z.enum(['OPTIMIZED', 'HIGH_FIDELITY']);
const sizeSchema = z.number().positive().optional();
const qualitySchema = z.object({
  profile: profileSchema.optional(),
  qualityProfile: profileSchema.optional(),
  transport: z.enum(['LAN', 'WEB']).optional(),
  width: sizeSchema,
  height: sizeSchema,
  fps: sizeSchema,
  bitrateKbps: sizeSchema,
});

const ACCEPTED = { accepted: true };
const MALFORMED = refusal('INVALID_MESSAGE');

/** All commands of a headset, by name; the owner of the agent handles `unenroll`. */
const HANDLERS: Readonly<Record<string, CommandHandler>> = {
  ping: describeItself,
  'is-available': describeItself,
  identify: () => ACCEPTED,
  'launch-app': accepts(packageSchema, launch),
  'stop-app': accepts(foregroundSchema, stop),
  'set-volume': accepts(volumeSchema, (agent, { volume }, nowMs) => {
    agent.setVolume(volume, nowMs);
    return { ...ACCEPTED, volume };
  }),
  'play-video': accepts(videoSchema, (agent, { contentId }, nowMs) =>
    agent.playVideo(contentId, nowMs) ? ACCEPTED : refusal('NOT_INSTALLED'),
  ),
  'pause-video': withVideo((agent, nowMs) => agent.pauseVideo(nowMs)),
  'restart-video': withVideo((agent, nowMs) => agent.restartVideo(nowMs)),
  'open-url': accepts(urlSchema, (agent, { url }, nowMs) => agent.recordEvent('URL_OPENED', { url }, nowMs)),
  'show-text': accepts(textSchema, (agent, { text }, nowMs) =>
    agent.recordEvent('TEXT_SHOWN', { text }, nowMs),
  ),
  'set-brightness': accepts(brightnessSchema, (agent, { brightness }, nowMs) =>
    agent.recordEvent('BRIGHTNESS_CHANGED', { brightness }, nowMs),
  ),
  'power-off': () => ACCEPTED,
  reboot: () => ACCEPTED,
  lock: done((agent, nowMs) => agent.lock(nowMs)),
  unlock: done((agent, nowMs) => agent.unlock(nowMs)),
  'set-quality': accepts(qualitySchema, setQuality),
  'start-stream': done((agent, nowMs) => {
    if (!agent.isScreensharingAllowed) return refusal('SCREENSHARING_DISABLED');
    return agent.streaming.start(agent.life.battery, nowMs);
  }),
  'stop-stream': done((agent, nowMs) => agent.streaming.stop(nowMs)),
};

/** Carries a command out, as far as possible. `nowMs` in ms since 1970 UTC by the headset's clock. */
export function react(
  agent: SimulatedHeadset,
  { event, message }: Readonly<{ event: string; message: Record<string, unknown> }>,
  nowMs: number,
): Reaction {
  const handle = Object.hasOwn(HANDLERS, event) ? HANDLERS[event] : undefined;
  if (handle === undefined) return { answer: refusal('UNKNOWN_COMMAND'), afterwards: null };
  const answer = handle(agent, message, nowMs);
  return { answer, afterwards: event === 'reboot' || event === 'power-off' ? event : null };
}

function refusal(reason: string): Answer {
  return { accepted: false, reason };
}

/** Returns a command whose message does not matter; without an answer of its own it is accepted. */
function done(act: (agent: SimulatedHeadset, nowMs: number) => Answer | void): CommandHandler {
  return (agent, _message, nowMs) => act(agent, nowMs) ?? ACCEPTED;
}

function describeItself({ life, volume }: SimulatedHeadset): Answer {
  const { level, isCharging } = life.battery;
  return {
    isAvailable: true,
    batteryLevel: level,
    isCharging,
    worn: life.isWorn,
    runningPackage: life.runningPackage,
    isLocked: life.isPaused,
    volume,
  };
}

function launch(
  agent: SimulatedHeadset,
  { packageName }: z.output<typeof packageSchema>,
  nowMs: number,
): Answer {
  const app = agent.installed(packageName);
  if (app === null) return refusal('NOT_INSTALLED');
  if (isBoundTo(agent, packageName)) return refusal('KIOSK_MODE');
  agent.launch(app, nowMs);
  return ACCEPTED;
}

/** Without a package: the app in the foreground. */
function stop(
  agent: SimulatedHeadset,
  { packageName }: z.output<typeof foregroundSchema>,
  nowMs: number,
): Answer {
  const { runningPackage } = agent.life;
  const isTarget = runningPackage === (packageName ?? runningPackage);
  if (runningPackage === null || !isTarget) return refusal('NOT_RUNNING');
  if (agent.kioskPackage === runningPackage) return refusal('KIOSK_MODE');
  agent.stop(nowMs);
  return ACCEPTED;
}

/** Returns true if kiosk mode keeps another application in the foreground. */
function isBoundTo(agent: SimulatedHeadset, packageName: string): boolean {
  const kiosk = agent.kioskPackage;
  return kiosk !== null && kiosk !== packageName && agent.installed(kiosk) !== null;
}

/** Returns a command whose message has this form; without an answer of its own it is accepted. */
function accepts<Message>(
  schema: z.ZodType<Message>,
  act: (agent: SimulatedHeadset, message: Message, nowMs: number) => Answer | void,
): CommandHandler {
  return (agent, message, nowMs) => {
    const order = schema.safeParse(message);
    return order.success ? (act(agent, order.data, nowMs) ?? ACCEPTED) : MALFORMED;
  };
}

/** Returns a command about the playing video. */
function withVideo(act: (agent: SimulatedHeadset, nowMs: number) => boolean): CommandHandler {
  return (agent, _message, nowMs) => (act(agent, nowMs) ? ACCEPTED : refusal('NOT_RUNNING'));
}

/** The form of the answer is described in docs/agents.md. */
function setQuality(
  agent: SimulatedHeadset,
  { profile, qualityProfile, transport, ...sizes }: z.output<typeof qualitySchema>,
  nowMs: number,
): Answer {
  const picture = Object.fromEntries(Object.entries(sizes).filter(([, size]) => size !== undefined));
  const request = {
    profile: profile ?? qualityProfile ?? 'OPTIMIZED',
    transport: transport ?? null,
    picture: picture satisfies Partial<Picture>,
  };
  return agent.streaming.setQuality(request, agent.life.battery, nowMs);
}
