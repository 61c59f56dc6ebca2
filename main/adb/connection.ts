import type { ReadStream } from 'node:fs';

import { Adb, type AdbServerClient } from '@yume-chan/adb';
import type { ReadableStream } from '@yume-chan/stream-extra';

import { quote } from '../../shared/domain/enrolment/cable/answers.ts';
import { type CableAdvice, type CableFailure } from '../../shared/contract/enrolment/cable.ts';
import { type Chunks, toStream, writeTo } from './chunks.ts';
import { adviceFor } from './failures.ts';
import { guardFor, isOther } from './guard.ts';
import { ServerTransport } from './server-transport.ts';

/** The reason why a step failed. `message` holds the tool's own output. */
export class CableError extends Error {
  override readonly name = 'CableError';
  readonly failure: CableFailure;
  readonly advice: CableAdvice | null;

  constructor(failure: CableFailure, words = '') {
    super(words);
    this.failure = failure;
    this.advice = failure === 'NO_ROOM' ? 'FREE_SPACE' : adviceFor(words);
  }
}

/** True if it is not connected any more, which says nothing about what was asked of it. */
export function isGone({ failure }: CableError): boolean {
  return failure === 'UNPLUGGED' || failure === 'NOT_ANSWERING';
}

/** An APK, and its bytes when they are wanted. */
export type ApkStream = { readonly sizeBytes: number; readonly chunks: () => AsyncIterable<Uint8Array> };

/** The result of a command on a headset. */
export type Answered = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const COMMAND_MS = 60_000;
/**
 * A short question unanswered for this long means that the headset sleeps or hangs, in ms. While it installs an app it
 * answers slowly.
 */
export const ANSWER_MS = 20_000;
/** The server answers this itself. */
const OPEN_MS = 5_000;
/** Installing optimises the app on the headset, which takes minutes for large ones. */
const INSTALL_MS = 15 * 60_000;
/** A push may be slow, but must not stall. */
const STALLED_MS = 60_000;
/** Maximum output of a command, in characters; the longest real ones have a few hundred thousand. */
const MAX_OUTPUT = 4 * 1024 * 1024;

/** An authorised headset behind the adb server. Close it after use. */
export class AdbConnection implements AsyncDisposable {
  readonly #adb: Adb;
  /** Put before every command line. */
  #guard = '';
  #onOther: () => void = () => undefined;

  private constructor(adb: Adb) {
    this.#adb = adb;
  }

  /** @throws {CableError} if it is disconnected, or too old for exit codes (before Android 7). */
  static async open(client: AdbServerClient, transportId: bigint): Promise<AdbConnection> {
    const { features } = await withinTime(client.getDeviceFeatures({ transportId }), OPEN_MS);
    const adb = new Adb(new ServerTransport(client, transportId, features));
    if (adb.subprocess.shellProtocol === undefined) {
      await adb.close();
      throw new CableError('TOO_OLD');
    }
    return new AdbConnection(adb);
  }

  /**
   * From now on everything is done only to the headset with this mark. adb keeps a connection over the network while the
   * headset behind it changes, as when it gets the address of another: that one counts as unplugged, after `onOther`.
   */
  guard(mark: string, onOther: () => void): void {
    this.#guard = guardFor(mark);
    this.#onOther = onOther;
  }

  /** Runs a command; every argument is quoted. `stdin` never appears on a command line. */
  async run(command: readonly string[], stdin?: string, ms = COMMAND_MS): Promise<Answered> {
    return withinTime(this.#run(command, stdin === undefined ? undefined : [Buffer.from(stdin)]), ms);
  }

  /**
   * Starts a short command, then gives it the input that `work` returns: both on one connection to one headset.
   * @throws {CableError} also `failure` if it failed, unless that is empty.
   */
  async runAfter(
    command: readonly string[],
    work: () => Promise<string>,
    failure: CableFailure,
  ): Promise<void> {
    let input = '';
    async function* toInput(): AsyncGenerator<Uint8Array> {
      input = await work().catch((error: unknown) => {
        throw toCableError(error);
      });
      yield Buffer.from(input);
    }
    const { exitCode, stderr } = await withinTime(this.#run(command, toInput()), ANSWER_MS);
    if (input !== '' && exitCode !== 0) throw new CableError(failure, stderr.trim());
  }

  /**
   * Does the same for commands that must succeed.
   * @throws {CableError} with the output of the tool.
   */
  async must(
    command: readonly string[],
    failure: CableFailure = 'COMMAND_FAILED',
    stdin?: string,
  ): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(command, stdin);
    // Some tools of Android report failure and exit with 0.
    const isRefused =
      exitCode !== 0 || /^(?:Error|Exception|Failure|java\.lang\.\w+)/m.test(`${stdout}\n${stderr}`);
    if (isRefused) throw new CableError(failure, `${stderr}\n${stdout}`.trim() || `exit code ${exitCode}`);
    return stdout;
  }

  /** Returns what a command printed, as bytes. @throws {CableError} also if it is more than `maxBytes`. */
  async capture(command: readonly string[], maxBytes: number): Promise<Uint8Array> {
    return withinTime(this.#capture(command, maxBytes), COMMAND_MS);
  }

  /**
   * Installs an APK: streamed if the headset can, else pushed and installed from its own disk.
   * @throws {CableError}
   */
  async install(file: ReadStream, sizeBytes: number, onProgress: (share: number) => void): Promise<void> {
    const chunks = counted(file, sizeBytes, onProgress);
    // `cmd` came with Android 7; some manufacturers deny adb its use.
    const isStreamed = this.#adb.banner.features.includes('cmd');
    const answered = isStreamed
      ? await withinTime(
          this.#run(['cmd', 'package', 'install', '-r', '-S', String(sizeBytes)], chunks),
          INSTALL_MS,
        )
      : await this.#installFromDisk(chunks, sizeBytes);
    const output = `${answered.stdout}\n${answered.stderr}`.trim();
    if (!/^Success/m.test(output)) throw new CableError('INSTALL_FAILED', output);
  }

  /**
   * Installs the APKs of one app together: all of them or none.
   * @throws {CableError}
   */
  async installTogether(apks: readonly ApkStream[]): Promise<void> {
    const tool = this.#adb.banner.features.includes('cmd') ? ['cmd', 'package'] : ['pm'];
    const of = async (words: readonly string[], stdin?: Chunks): Promise<string> => {
      const work = this.#run([...tool, ...words], stdin);
      const { stdout, stderr } = await withinTime(work, INSTALL_MS);
      const output = `${stdout}\n${stderr}`.trim();
      if (!/^Success/m.test(output)) throw new CableError('INSTALL_FAILED', output);
      return output;
    };
    const totalBytes = apks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const created = await of(['install-create', '-r', '-S', String(totalBytes)]);
    const session = /\[(\d+)\]/.exec(created)?.[1];
    if (session === undefined) throw new CableError('INSTALL_FAILED', created);
    try {
      for (const [index, { sizeBytes, chunks }] of apks.entries())
        await of(['install-write', '-S', String(sizeBytes), session, `${index}.apk`, '-'], chunks());
      await of(['install-commit', session]);
    } catch (error) {
      // The parts that arrived would take space until the next restart.
      await this.run([...tool, 'install-abandon', session]).catch(() => undefined);
      throw error;
    }
  }

  /** Writes a file on the headset. @throws {CableError} */
  async push(path: string, chunks: AsyncIterable<Uint8Array>, permission = 0o644): Promise<void> {
    const sync = await withinTime(this.#adb.sync(), COMMAND_MS);
    try {
      // It is open: as long as it lasts, it is the headset that answers now.
      await this.#ensureSame();
      await stallGuarded(chunks, (guarded) =>
        sync.write({ filename: path, file: toStream(guarded), permission }),
      );
    } catch (error) {
      throw toCableError(error);
    } finally {
      await sync.dispose().catch(() => undefined);
    }
  }

  /** Returns the port at which the headset listens for adb over TCP; null if it does not. @throws {CableError} */
  async listensAt(): Promise<number | null> {
    const port = Number((await this.run(['getprop', 'service.adb.tcp.port'])).stdout.trim());
    return port > 0 ? port : null;
  }

  /** Makes the headset listen for adb over TCP; its adb starts again. @throws {CableError} */
  async listenAt(port: number): Promise<void> {
    await this.#ensureSame();
    await withinTime(this.#adb.tcpip.setPort(port), COMMAND_MS);
  }

  /** Makes it listen no longer; its adb starts again. @throws {CableError} */
  async stopListening(): Promise<void> {
    await this.#ensureSame();
    await withinTime(this.#adb.tcpip.disable(), COMMAND_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#adb.close().catch(() => undefined);
  }

  /** @throws {CableError} if it is not the guarded headset. */
  async #ensureSame(): Promise<void> {
    if (this.#guard !== '') await this.run(['true']);
  }

  #lineOf(command: readonly string[]): string {
    return this.#guard + command.map(quote).join(' ');
  }

  /** @throws {CableError} if the guard stopped a command. */
  #requireSame(answered: Omit<Answered, 'stdout'>): void {
    if (this.#guard === '' || !isOther(answered)) return;
    this.#onOther();
    throw new CableError('UNPLUGGED', 'Another headset answers');
  }

  async #installFromDisk(chunks: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Answered> {
    const path = `/data/local/tmp/muster-${sizeBytes}-${Date.now().toString(36)}.apk`;
    try {
      await this.push(path, chunks);
      return await withinTime(this.#run(['pm', 'install', '-r', path]), INSTALL_MS);
    } finally {
      await this.run(['rm', '-f', path]).catch(() => undefined);
    }
  }

  async #capture(command: readonly string[], maxBytes: number): Promise<Uint8Array> {
    const { shellProtocol } = this.#adb.subprocess;
    if (shellProtocol === undefined) throw new CableError('TOO_OLD');
    const child = await shellProtocol.spawn([this.#lineOf(command)]);
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      const errors = textOf(child.stderr).catch(() => '');
      for await (const chunk of child.stdout) {
        length += chunk.length;
        if (length > maxBytes) throw new CableError('NOT_ANSWERING', 'The answer had no end');
        chunks.push(chunk);
      }
      const [exitCode, stderr] = [await child.exited, await errors];
      this.#requireSame({ exitCode, stderr });
      if (exitCode !== 0) throw new CableError('COMMAND_FAILED', stderr);
      return Buffer.concat(chunks);
    } catch (error) {
      await Promise.resolve(child.kill()).catch(() => undefined);
      throw error;
    }
  }

  async #run(command: readonly string[], stdin?: Chunks): Promise<Answered> {
    try {
      const { shellProtocol } = this.#adb.subprocess;
      if (shellProtocol === undefined) throw new CableError('TOO_OLD');
      const child = await shellProtocol.spawn([this.#lineOf(command)]);
      const written = stdin === undefined ? Promise.resolve() : writeTo(child.stdin.getWriter(), stdin);
      const [stdout, stderr, exitCode] = await Promise.all([
        textOf(child.stdout),
        textOf(child.stderr),
        child.exited,
        written.catch(async (error: unknown) => {
          // A tool that has read enough closes its input, and its output counts. A missing file is our own fault.
          if (error instanceof CableError) throw error;
        }),
      ]).catch(async (error: unknown) => {
        // A broken connection cannot end it, and has ended it.
        await Promise.resolve(child.kill()).catch(() => undefined);
        throw error;
      });
      this.#requireSame({ exitCode, stderr });
      return { stdout, stderr, exitCode };
    } catch (error) {
      throw toCableError(error);
    }
  }
}

/** @throws {CableError} beyond the maximum: a headset that answers without end is not answering. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_OUTPUT) throw new CableError('NOT_ANSWERING', 'The answer had no end');
  }
  return text + decoder.decode();
}

/** The bytes of a file, and how many of them were read. */
async function* counted(
  file: ReadStream,
  sizeBytes: number,
  onProgress: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  const chunks = file[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw new CableError('CONTENT_MISSING', error instanceof Error ? error.message : '');
    });
    if (next.done === true) return;
    const chunk: unknown = next.value;
    // Without an encoding a file is read as bytes.
    if (!(chunk instanceof Uint8Array)) throw new TypeError('Not bytes');
    yield chunk;
    sent += chunk.length;
    onProgress(sizeBytes === 0 ? 1 : sent / sizeBytes);
  }
}

/** Returns a text as bytes for `push`. */
export async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

/** Space that stays free on a headset besides what is copied, in bytes. */
export const SPARE_BYTES = 256 * 1024 * 1024;

/** Returns bytes for `push`, with the number of bytes read. */
export const countedBytes = counted;

/** Rejects if for a minute no chunk was requested and the transfer did not end, or if the chunks themselves fail. */
async function stallGuarded(
  chunks: AsyncIterable<Uint8Array>,
  work: (chunks: AsyncIterator<Uint8Array, undefined>) => Promise<void>,
): Promise<void> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new CableError('NOT_ANSWERING'));
  let timer = setTimeout(stop, STALLED_MS);
  async function* watched(): AsyncGenerator<Uint8Array, undefined> {
    try {
      for await (const chunk of chunks) {
        clearTimeout(timer);
        timer = setTimeout(stop, STALLED_MS);
        yield chunk;
      }
    } catch (error) {
      // The library waits for the headset's answer to a file whose source failed.
      reject(error);
      throw error;
    }
  }
  try {
    await Promise.race([work(watched()), stalled]);
  } finally {
    clearTimeout(timer);
  }
}

async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new CableError('NOT_ANSWERING')), ms);
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw toCableError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Every error of a broken connection means the same: the headset is no longer connected. */
function toCableError(error: unknown): CableError {
  if (error instanceof CableError) return error;
  const words = error instanceof Error ? error.message : String(error);
  if (/no space|ENOSPC|permission denied|read-only|failed: |couldn't|cannot/i.test(words)) {
    return new CableError(/no space|ENOSPC/i.test(words) ? 'NO_ROOM' : 'COMMAND_FAILED', words);
  }
  return new CableError('UNPLUGGED', words);
}
