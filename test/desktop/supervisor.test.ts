import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { restartDelayMs, type ServiceState, Supervisor } from '../../main/app/supervisor.ts';
import type { ServiceOrder } from '../../shared/service-port.ts';

const URL_A = 'http://127.0.0.1:7440';

/** A service process controlled by the test. */
class ScriptedProcess {
  readonly orders: ServiceOrder[] = [];
  isKilled = false;
  report: (report: unknown) => void = () => {};
  exit: () => void = () => {};

  send = (order: ServiceOrder): void => void this.orders.push(order);
  kill = (): void => {
    this.isKilled = true;
    this.exit();
  };
  onReport = (listener: (report: unknown) => void): void => void (this.report = listener);
  onExit = (listener: () => void): void => void (this.exit = listener);

  becomeReady(): void {
    this.report({ report: 'ready', url: URL_A });
  }
}

function aSupervisor(): {
  supervisor: Supervisor;
  runs: ScriptedProcess[];
  states: ServiceState[];
  latest: () => ScriptedProcess;
} {
  const runs: ScriptedProcess[] = [];
  const states: ServiceState[] = [];
  const supervisor = new Supervisor({
    fork: () => {
      const run = new ScriptedProcess();
      runs.push(run);
      return run;
    },
    onState: (state) => states.push(state),
  });
  const latest = (): ScriptedProcess => {
    const run = runs.at(-1);
    if (run === undefined) throw new Error('Nothing was started');
    return run;
  };
  return { supervisor, runs, states, latest };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the station is running once its process reports ready', () => {
  const { supervisor, states, latest } = aSupervisor();
  supervisor.start();
  latest().becomeReady();
  expect(states).toEqual([{ state: 'starting' }, { state: 'running', url: URL_A }]);
});

test('starting twice runs one process', () => {
  const { supervisor, runs } = aSupervisor();
  supervisor.start();
  supervisor.start();
  expect(runs).toHaveLength(1);
});

test('a ready process that dies is restarted after a quarter of a second', () => {
  const { supervisor, runs, states, latest } = aSupervisor();
  supervisor.start();
  latest().becomeReady();
  latest().exit();
  expect(states.at(-1)).toEqual({ state: 'waiting', retryInMs: 250 });
  vi.advanceTimersByTime(249);
  expect(runs).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(runs).toHaveLength(2);
});

test('a process that keeps dying after it was ready is never abandoned, and restarts more slowly after sixty deaths in ten minutes', () => {
  const { supervisor, runs, states, latest } = aSupervisor();
  supervisor.start();
  for (let death = 1; death <= 61; death += 1) {
    latest().becomeReady();
    latest().exit();
    vi.advanceTimersByTime(250);
  }
  expect(states.at(-1)).toEqual({ state: 'waiting', retryInMs: 5_000 });
  vi.advanceTimersByTime(5_000);
  expect(runs).toHaveLength(62);
});

test('an unresponsive process is killed and restarted; a responsive one is left alone', () => {
  const { supervisor, runs, latest } = aSupervisor();
  supervisor.start();
  latest().becomeReady();
  for (let second = 0; second < 60; second += 5) {
    vi.advanceTimersByTime(5_000);
    latest().report({ report: 'pong' });
  }
  expect(latest().isKilled).toBe(false);
  expect(latest().orders.filter(({ order }) => order === 'ping')).toHaveLength(12);
  vi.advanceTimersByTime(30_000);
  expect(runs[0]?.isKilled).toBe(true);
  expect(runs).toHaveLength(2);
});

test('a night asleep does not count as an unresponsive process: the station is probed first', () => {
  const { supervisor, latest } = aSupervisor();
  supervisor.start();
  latest().becomeReady();
  vi.setSystemTime(Date.now() + 9 * 3_600_000);
  supervisor.wake();
  vi.advanceTimersByTime(5_000);
  expect(latest().isKilled).toBe(false);
  expect(latest().orders.at(-1)).toEqual({ order: 'ping' });
});

test('the station’s key is encrypted and decrypted on its behalf if the system can do so', () => {
  const { supervisor, latest } = aSupervisor();
  supervisor.protectKey({ seal: (key) => `sealed ${key}`, unseal: () => null });
  supervisor.start();
  expect(latest().orders).toEqual([{ order: 'start', canProtect: true }]);
  latest().report({ report: 'seal', value: 'k' });
  latest().report({ report: 'unseal', value: 'not ours' });
  expect(latest().orders.slice(1)).toEqual([
    { order: 'key', value: 'sealed k' },
    { order: 'key', value: null },
  ]);
});

test('a damaged store is a person’s decision, and the choice is passed to the next start', () => {
  const { supervisor, latest } = aSupervisor();
  supervisor.start();
  latest().report({ report: 'failed', message: 'Damaged.', damage: { backup: 'muster-x.db' } });
  expect(supervisor.state).toEqual({
    state: 'failed',
    message: 'Damaged.',
    damage: { backup: 'muster-x.db' },
  });
  supervisor.start('backup');
  expect(latest().orders).toEqual([{ order: 'start', canProtect: false, recover: 'backup' }]);
});

test('each death in a row doubles the wait, up to 30 seconds', () => {
  expect([1, 2, 3, 6, 7, 20].map(restartDelayMs)).toEqual([500, 1_000, 2_000, 16_000, 30_000, 30_000]);
});

test('a station that became ready resets the count of failed starts', () => {
  const { supervisor, states, latest } = aSupervisor();
  supervisor.start();
  for (let death = 1; death <= 5; death += 1) {
    latest().exit();
    vi.advanceTimersByTime(30_000);
  }
  latest().becomeReady();
  latest().exit();
  vi.advanceTimersByTime(250);
  latest().exit();
  expect(states.at(-1)).toEqual({ state: 'waiting', retryInMs: 500 });
});

test('after seven deaths in a row the person decides', () => {
  const { supervisor, runs, latest } = aSupervisor();
  supervisor.start();
  for (let death = 1; death <= 7; death += 1) {
    latest().exit();
    vi.advanceTimersByTime(30_000);
  }
  expect(supervisor.state).toEqual({ state: 'failed', message: 'The station stopped 7 times in a row.' });
  expect(runs).toHaveLength(7);
});

test('a process that says why it cannot start is not restarted automatically', () => {
  const { supervisor, runs, latest } = aSupervisor();
  supervisor.start();
  latest().report({ report: 'failed', message: 'Port 7440 is taken.' });
  latest().exit();
  vi.advanceTimersByTime(60_000);
  expect(supervisor.state).toEqual({ state: 'failed', message: 'Port 7440 is taken.' });
  expect(runs).toHaveLength(1);
});

test('a failed station starts again when the person asks', () => {
  const { supervisor, runs, latest } = aSupervisor();
  supervisor.start();
  latest().report({ report: 'failed', message: 'Port 7440 is taken.' });
  latest().exit();
  supervisor.start();
  latest().becomeReady();
  expect(supervisor.state).toEqual({ state: 'running', url: URL_A });
  expect(runs).toHaveLength(2);
});

test('sessions are returned in the order of the requests', async () => {
  const { supervisor, latest } = aSupervisor();
  supervisor.start();
  latest().becomeReady();
  const sessions = Promise.all([supervisor.openSession(), supervisor.openSession()]);
  for (const token of ['first', 'second']) {
    latest().report({ report: 'session', session: { url: URL_A, token } });
  }
  expect((await sessions).map(({ token }) => token)).toEqual(['first', 'second']);
  expect(latest().orders.slice(1)).toEqual([{ order: 'open-session' }, { order: 'open-session' }]);
});

test('a stopped station returns no session', async () => {
  const { supervisor } = aSupervisor();
  await expect(supervisor.openSession()).rejects.toThrow('not running');
});

test('a session requested from a process that dies is refused, not lost', async () => {
  const { supervisor, latest } = aSupervisor();
  supervisor.start();
  latest().becomeReady();
  const session = supervisor.openSession();
  latest().exit();
  await expect(session).rejects.toThrow('The station stopped.');
});

test('stopping asks the process to exit and does not start another', async () => {
  const { supervisor, runs, latest } = aSupervisor();
  supervisor.start();
  latest().becomeReady();
  const stopped = supervisor.stop();
  expect(latest().orders.at(-1)).toEqual({ order: 'stop' });
  latest().exit();
  await stopped;
  vi.advanceTimersByTime(60_000);
  expect(runs).toHaveLength(1);
  expect(latest().isKilled).toBe(false);
});

test('a process that does not exit is killed after twenty seconds', async () => {
  const { supervisor, latest } = aSupervisor();
  supervisor.start();
  latest().becomeReady();
  const stopped = supervisor.stop();
  vi.advanceTimersByTime(19_999);
  expect(latest().isKilled).toBe(false);
  vi.advanceTimersByTime(1);
  await stopped;
  expect(latest().isKilled).toBe(true);
});

test('stopping while waiting to restart cancels the wait', async () => {
  const { supervisor, runs, latest } = aSupervisor();
  supervisor.start();
  latest().exit();
  await supervisor.stop();
  vi.advanceTimersByTime(60_000);
  expect(runs).toHaveLength(1);
});
