import fc from 'fast-check';
import { expect, test } from 'vitest';

import { react } from '../../main/simulator/headset/commands.ts';
import { USUAL_HABITS } from '../../main/simulator/index.ts';
import { anAgent, THE_APP } from './an-agent.ts';

const accepted = { accepted: true };
const refused = (reason: string) => ({ accepted: false, reason });
const HOUR_MS = 3_600_000;

test('ping and is-available are answered with what the headset knows about itself', () => {
  const { order } = anAgent();
  const answer = { isAvailable: true, batteryLevel: expect.any(Number) as number, worn: false, volume: 50 };

  expect(order('ping')).toMatchObject(answer);
  expect(order('is-available')).toMatchObject(answer);
});

test('identify is accepted, and an unknown command is not', () => {
  const { order } = anAgent();

  expect(order('identify')).toEqual(accepted);
  for (const event of ['dance', '', '__proto__', 'constructor', 'toString']) {
    expect(order(event)).toEqual(refused('UNKNOWN_COMMAND'));
  }
});

test('an installed application is launched and stopped, and both are reported with the duration', () => {
  const { order, apply, noted, goTo, agent } = anAgent();
  apply({ applications: [THE_APP] });
  // Prevents the simulated wearer from putting it on meanwhile.
  order('lock');
  noted.length = 0;

  expect(order('launch-app', { packageName: 'org.school.lab' })).toEqual(accepted);
  expect(order('launch-app', { packageName: 'org.school.lab' })).toEqual(accepted);
  expect(agent.life.runningPackage).toBe('org.school.lab');
  goTo(12_345);
  expect(order('stop-app', { packageName: 'org.school.lab' })).toEqual(accepted);
  expect(order('stop-app')).toEqual(refused('NOT_RUNNING'));
  const plays = noted.filter(({ type }) => type.startsWith('APP_'));
  expect(plays.map(({ type, payload }) => [type, payload])).toEqual([
    ['APP_STARTED', { packageName: 'org.school.lab', contentId: 'app-1' }],
    ['APP_STOPPED', { packageName: 'org.school.lab', contentId: 'app-1', durationMs: 12_345 }],
  ]);
});

test('an application that is not installed is not launched, and one that is not in the foreground is not stopped', () => {
  const { order, apply, report } = anAgent();
  apply({ applications: [THE_APP] });
  const [shipped] = report().installedPackages;

  expect(order('launch-app', { packageName: 'org.nobody.app' })).toEqual(refused('NOT_INSTALLED'));
  expect(order('launch-app', { packageName: shipped?.packageName })).toEqual(accepted);
  expect(order('stop-app', { packageName: 'org.school.lab' })).toEqual(refused('NOT_RUNNING'));
});

test('an installed video is played, paused and played again; another is not', () => {
  const { order, apply, noted, goTo } = anAgent();
  apply({ videos: [{ id: 'reef', title: 'The reef', url: 'https://school.example/reef.mp4' }] });
  goTo(HOUR_MS);
  order('lock');
  noted.length = 0;

  expect(order('pause-video')).toEqual(refused('NOT_RUNNING'));
  expect(order('play-video', { contentId: 'moon' })).toEqual(refused('NOT_INSTALLED'));
  expect(order('play-video', { contentId: 'reef' })).toEqual(accepted);
  expect(order('pause-video')).toEqual(accepted);
  expect(order('restart-video')).toEqual(accepted);
  expect(noted.map(({ type }) => type)).toEqual(['VIDEO_STARTED', 'VIDEO_STOPPED', 'VIDEO_STARTED']);
});

test('a web address, a text and a brightness are accepted; invalid ones are refused', () => {
  const { order } = anAgent();

  expect(order('open-url', { url: 'https://school.example' })).toEqual(accepted);
  expect(order('show-text', { text: 'Look up' })).toEqual(accepted);
  expect(order('set-brightness', { brightness: 40 })).toEqual(accepted);
  expect(order('open-url', { url: 'file:///etc' })).toEqual(refused('INVALID_MESSAGE'));
  expect(order('set-brightness', { brightness: 140 })).toEqual(refused('INVALID_MESSAGE'));
});

test('a command with an invalid message is refused and changes nothing', () => {
  const { order, noted, agent } = anAgent();

  for (const [event, message] of [
    ['launch-app', {}],
    ['stop-app', { packageName: 7 }],
    ['set-volume', { volume: 'loud' }],
    ['set-volume', { volume: 101 }],
    ['set-quality', { profile: 'BEST' }],
    ['set-quality', { width: -1 }],
  ] as const) {
    expect(order(event, message)).toEqual(refused('INVALID_MESSAGE'));
  }
  expect(noted).toEqual([]);
  expect(agent.volume).toBe(50);
});

test('the volume is set by command and by settings', () => {
  const { order, apply, agent, noted } = anAgent();

  expect(order('set-volume', { volume: 20 })).toEqual({ accepted: true, volume: 20 });
  expect(agent.volume).toBe(20);
  expect(noted).toMatchObject([{ type: 'VOLUME_CHANGED', payload: { volume: 20 } }]);
  apply({ volume: 80 });
  expect(agent.volume).toBe(80);
});

test('a locked headset is not used until it is unlocked', () => {
  const { order, goTo, types, agent } = anAgent();
  expect(order('lock')).toEqual(accepted);
  expect(order('lock')).toEqual(accepted);
  goTo(24 * HOUR_MS);

  expect(order('ping')).toMatchObject({ isLocked: true, worn: false });
  expect(types()).not.toContain('APP_STARTED');
  expect(order('unlock')).toEqual(accepted);
  goTo(48 * HOUR_MS);
  expect(agent.life.isPaused).toBe(false);
  expect(types()).toContain('APP_STARTED');
  expect(types().filter((type) => type.startsWith('DEVICE_'))).toEqual([
    'DEVICE_LOCKED',
    'DEVICE_STARTED',
    'DEVICE_UNLOCKED',
  ]);
});

test('reboot is accepted and executed after the answer', () => {
  const { agent, nowMs } = anAgent();
  const order = { event: 'reboot', message: {} };

  expect(react(agent, order, nowMs())).toEqual({ answer: accepted, afterwards: 'reboot' });
  expect(agent.life.isPaused).toBe(false);
});

test('kiosk mode keeps its application in the foreground, through commands, use and reboot', () => {
  const { order, apply, goTo, agent, nowMs, types } = anAgent();
  apply({ kioskMode: { isActive: true, packageName: 'org.school.lab' } });
  expect(agent.life.runningPackage).toBeNull();
  apply({ kioskMode: { isActive: true, packageName: 'org.school.lab' }, applications: [THE_APP] });
  expect(agent.life.runningPackage).toBe('org.school.lab');

  expect(order('launch-app', { packageName: 'io.muster.agent' })).toEqual(refused('KIOSK_MODE'));
  expect(order('launch-app', { packageName: 'org.school.lab' })).toEqual(accepted);
  expect(order('stop-app')).toEqual(refused('KIOSK_MODE'));
  goTo(12 * HOUR_MS);
  expect(types().filter((type) => type === 'APP_STARTED')).toHaveLength(1);
  agent.turnOff(nowMs());
  expect(agent.life.runningPackage).toBeNull();
  agent.turnOn(nowMs());
  expect(agent.life.runningPackage).toBe('org.school.lab');
});

test('the kiosk application comes to the foreground when it is installed, and leaves it with kiosk mode', () => {
  const { order, apply, goTo, agent } = anAgent();
  order('lock');
  order('unlock');
  const app = { ...THE_APP, url: 'http://files.test/lab.apk' };
  apply({ kioskMode: { isActive: true, packageName: 'org.school.lab' }, applications: [app] });
  goTo(1_000);
  expect(agent.life.runningPackage).not.toBe('org.school.lab');
  goTo(HOUR_MS);
  expect(agent.life.runningPackage).toBe('org.school.lab');
  order('lock');
  apply({ kioskMode: { isActive: false }, applications: [app] });
  expect(agent.life.runningPackage).toBeNull();
});

test('a quality is negotiated, used by the stream, and reported while it runs', () => {
  const { order, noted } = anAgent({ habits: { ...USUAL_HABITS, battery: 'hot' } });
  const sizes = { width: 640, height: 360, fps: 24, bitrateKbps: 700 };
  const request = { ...sizes, transport: 'WEB' };

  expect(order('set-quality', { ...request, qualityProfile: 'OPTIMIZED' })).toEqual({
    ...sizes,
    appliedProfile: 'OPTIMIZED',
    fallbackReason: null,
  });
  expect(noted).toEqual([]);
  expect(order('start-stream')).toEqual(accepted);
  expect(order('set-quality', { ...request, width: 960, height: 540, profile: 'HIGH_FIDELITY' })).toEqual({
    ...sizes,
    appliedProfile: 'OPTIMIZED',
    fallbackReason: 'THERMAL',
  });
  expect(order('stop-stream')).toEqual(accepted);
  expect(order('stop-stream')).toEqual(accepted);
  const received = { ...request, profile: 'OPTIMIZED', bandwidthKbps: 160_000 };
  expect(noted.map(({ type, payload }) => [type, payload])).toEqual([
    ['STREAM_STARTED', { ...received, fallbackReason: null }],
    ['STREAM_STATS', { ...received, fallbackReason: 'THERMAL' }],
    ['STREAM_STOPPED', { durationMs: 0 }],
  ]);
});

test('a headset with a low battery drops high fidelity', () => {
  const { order } = anAgent({ habits: { ...USUAL_HABITS, battery: 'flat' } });
  const request = { profile: 'HIGH_FIDELITY', width: 1280, height: 720, fps: 24, bitrateKbps: 2_000 };

  expect(order('set-quality', request)).toMatchObject({
    appliedProfile: 'OPTIMIZED',
    fallbackReason: 'LOW_BATTERY',
  });
});

test('a stream needs permission, and ends when the headset is out of range', () => {
  const { order, apply, agent, nowMs, types } = anAgent();
  apply({ isScreensharingEnabled: false });
  expect(order('start-stream')).toEqual(refused('SCREENSHARING_DISABLED'));
  apply({ isScreensharingEnabled: true });
  expect(order('start-stream')).toEqual(accepted);
  agent.reach(false, nowMs());

  expect(types()).toEqual(['STREAM_STARTED', 'STREAM_STOPPED']);
});

test('un-enrolment stops and removes everything, in order, and later settings are ignored', () => {
  const { order, apply, goTo, agent, nowMs, noted, report } = anAgent();
  apply({ kioskMode: { isActive: true, packageName: 'org.school.lab' }, applications: [THE_APP] });
  order('start-stream');
  goTo(45_000);
  const before = noted.length;
  agent.unenrol(nowMs());
  apply({ applications: [THE_APP] });
  goTo(HOUR_MS);

  const types = noted.slice(before).map(({ type }) => type);
  expect(types.slice(0, 5)).toEqual([
    'STREAM_STOPPED',
    'APP_STOPPED',
    'APP_UNINSTALLED',
    'CONTENT_REMOVED',
    'UNENROLLED',
  ]);
  expect(types).not.toContain('APP_STARTED');
  expect(report().contentPresence).toMatchObject([{ contentId: 'app-1', present: false, installed: false }]);
  expect(report().installedPackages.map(({ packageName }) => packageName)).not.toContain('org.school.lab');
});

test('free storage shrinks with contents, during and after download, and grows back when they are removed', () => {
  const [bare, filled] = [anAgent(), anAgent()];
  const free = ({ report }: typeof bare) => report().storages[0]?.freeSpace ?? 0;
  filled.apply({ videos: [{ id: 'v', url: 'http://files.test/reef.mp4' }] });
  for (const each of [bare, filled]) each.goTo(2_000);
  const { lastBytes = 0 } = filled.report().downloads[0] ?? {};
  expect(lastBytes).toBeGreaterThan(0);
  expect(free(filled)).toBe(free(bare) - lastBytes);

  for (const each of [bare, filled]) each.goTo(HOUR_MS);
  const { sizeBytes = 0 } = filled.report().contentPresence[0] ?? {};
  expect(sizeBytes).toBeGreaterThan(lastBytes);
  expect(free(filled)).toBe(free(bare) - sizeBytes);

  filled.apply({});
  expect(free(filled)).toBe(free(bare));
});

const anOrder = fc.oneof(
  fc
    .constantFrom('ping', 'lock', 'unlock', 'stop-app', 'start-stream', 'stop-stream', 'dance')
    .map((event) => ({
      event,
      message: {},
    })),
  fc.constant({ event: 'launch-app', message: { packageName: 'org.school.lab' } }),
  fc.integer({ min: -5, max: 105 }).map((volume) => ({ event: 'set-volume', message: { volume } })),
  fc.record({
    event: fc.constant('set-quality'),
    message: fc.record({ width: fc.integer({ min: 1, max: 4_000 }), profile: fc.constant('HIGH_FIDELITY') }),
  }),
  fc.integer({ min: 1, max: 3 }).map((codeVersion) => ({ event: 'configure', message: { codeVersion } })),
);

test('the same seed and the same orders lead to the same events, whatever they are, with no two events of one id', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.tuple(fc.nat(20 * 60_000), anOrder), { maxLength: 12 }),
      (seed, orders) => {
        const live = () => {
          const { order, apply, goTo, noted, report } = anAgent({ seed });
          const answers: unknown[] = [];
          for (const [atMs, { event, message }] of orders.toSorted(([a], [b]) => a - b)) {
            goTo(atMs);
            if (event === 'configure')
              apply({ applications: [{ ...THE_APP, url: 'http://files.test/a', ...message }] });
            else answers.push(order(event, message));
          }
          goTo(HOUR_MS);
          return { answers, noted, report: report() };
        };
        const life = live();

        expect(live()).toEqual(life);
        expect(new Set(life.noted.map(({ eventId }) => eventId)).size).toBe(life.noted.length);
        const ends = life.noted.filter(
          ({ type }) => type.endsWith('_STOPPED') && type !== 'CHARGING_STOPPED',
        );
        for (const { payload } of ends) expect(payload['durationMs']).toBeGreaterThanOrEqual(0);
        const [battery, volume] = [life.report.batteryInfo, life.report.storages[0]];
        expect(battery.level).toBeLessThanOrEqual(100);
        expect((volume?.freeSpace ?? -1) + (volume?.usedSpace ?? -1)).toBe(volume?.totalSpace);
      },
    ),
    { numRuns: 60 },
  );
});
