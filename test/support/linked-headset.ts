import { z } from 'zod';

import { answerCommand } from '../../shared/contract/commands/commands.ts';
import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import type { TestStation } from './a-station.ts';
import type { EventReader } from './event-reader.ts';

const commandSchema = z.object({
  commandId: z.string(),
  event: z.string(),
  message: z.record(z.string(), z.unknown()),
  expiresAt: z.string().nullable(),
});
/** A command as the headset received it. */
export type ReceivedCommand = z.infer<typeof commandSchema>;

/** A headset of a test: enrolled, with its own token, and controlled over real HTTP. */
export class TestHeadset implements AsyncDisposable {
  readonly id: string;
  readonly token: string;
  readonly androidId: string;
  readonly enrollmentToken: string;
  readonly #station: TestStation;
  #link: EventReader | undefined;

  private constructor(
    station: TestStation,
    enrolled: { id: string; token: string; androidId: string; enrollmentToken: string },
  ) {
    this.#station = station;
    this.id = enrolled.id;
    this.token = enrolled.token;
    this.androidId = enrolled.androidId;
    this.enrollmentToken = enrolled.enrollmentToken;
  }

  /** An enrolled headset without a link. */
  static async away(station: TestStation): Promise<TestHeadset> {
    return new TestHeadset(station, await station.enrolled());
  }

  /** A headset with a link. */
  static async linked(station: TestStation): Promise<TestHeadset> {
    const headset = await TestHeadset.away(station);
    await headset.link();
    return headset;
  }

  get params(): { deviceId: string } {
    return { deviceId: this.id };
  }

  /** Opens its link, as a headset does: its own updates with its own token. */
  async link(): Promise<EventReader> {
    await this.unlink();
    this.#link = await this.#station.stream(`/devices/${this.id}/updates`, this.token);
    await this.#link.next('hello');
    return this.#link;
  }

  /** Closes its link, and waits until the station has noticed. */
  async unlink(): Promise<void> {
    if (this.#link === undefined) return;
    await using wall = await this.#station.stream('/station/updates');
    await wall.next('hello');
    await this.#link[Symbol.asyncDispose]();
    this.#link = undefined;
    await wall.next('device', (data) => data['id'] === this.id && data['isLinked'] === false);
  }

  /** Commands received on its link, in order. */
  get got(): ReceivedCommand[] {
    return (this.#link?.events ?? [])
      .filter(({ name }) => name === 'command')
      .map(({ data }) => commandSchema.parse(data));
  }

  /** Waits for a command of this name on the link, other than those of `seen`. */
  async next(event: string, seen: readonly ReceivedCommand[] = []): Promise<ReceivedCommand> {
    if (this.#link === undefined) throw new Error('This headset holds no link');
    const isNew = (data: Record<string, unknown>): boolean =>
      data['event'] === event && seen.every(({ commandId }) => commandId !== data['commandId']);
    return commandSchema.parse((await this.#link.next('command', isNew)).data);
  }

  /** Answers a command. */
  answer(commandId: string, body: unknown = { done: true }) {
    return this.#station.call(answerCommand, {
      params: { ...this.params, commandId },
      body,
      token: this.token,
    });
  }

  /** Sends a report, and returns the station's answer. */
  report(body: object = {}) {
    return this.#station.call(updateDevice, { params: this.params, body, token: this.token });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#link?.[Symbol.asyncDispose]();
  }
}
