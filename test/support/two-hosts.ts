import { spawnSync } from 'node:child_process';

/** MAC addresses as manufacturers assign them (not randomised by the host). */
export const STATION_MAC = '2c:26:17:00:00:0a';
export const HEADSET_MAC = '2c:26:17:00:00:0b';

/** A request from the headset's side. */
export type Sent = {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly body?: unknown;
};

/**
 * Two hosts on a cable between them, as network namespaces of this computer: nothing touches the real network. The
 * station's side has 10.77.21.1, the headset's 10.77.21.2. Removed when disposed.
 */
export class TwoHosts implements Disposable {
  readonly stationIp = '10.77.21.1';
  readonly headsetIp = '10.77.21.2';
  readonly #station = `muster-st-${String(process.pid)}`;
  readonly #headset = `muster-hs-${String(process.pid)}`;

  /** Returns why they cannot be created on this computer, or undefined if they can. */
  static obstacle(): string | undefined {
    if (process.platform !== 'linux') return 'network namespaces are Linux’s';
    if (process.getuid?.() !== 0) return 'only root may make network namespaces';
    const probe = `muster-probe-${String(process.pid)}`;
    const { status, error, stderr } = spawnSync('ip', ['netns', 'add', probe], { encoding: 'utf8' });
    if (status !== 0) return `no network namespaces here: ${error?.message ?? stderr.trim()}`;
    spawnSync('ip', ['netns', 'delete', probe]);
    return undefined;
  }

  constructor() {
    try {
      for (const name of [this.#station, this.#headset]) {
        ip('netns', 'add', name);
        ip('-n', name, 'link', 'set', 'lo', 'up');
      }
      const peer = ['peer', 'name', 'eth0', 'address', HEADSET_MAC, 'netns', this.#headset];
      const link = ['link', 'add', 'eth0', 'address', STATION_MAC, 'type', 'veth'];
      ip('-n', this.#station, ...link, ...peer);
      for (const [name, address] of [
        [this.#station, this.stationIp],
        [this.#headset, this.headsetIp],
      ] as const) {
        ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
        ip('-n', name, 'link', 'set', 'eth0', 'up');
      }
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Command prefix that starts a program on the station's side. */
  get throughStation(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#station];
  }

  /** Command prefix that starts a program on the headset's side. */
  get throughHeadset(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#headset];
  }

  /** Runs a program on the station's side; returns its output. */
  runAtStation(program: string, ...words: readonly string[]): string {
    return run('ip', ['netns', 'exec', this.#station, program, ...words]);
  }

  /** Sends a request from a side; returns its status and JSON. */
  send(from: 'station' | 'headset', sent: Sent): { status: number; body: unknown } {
    const script = `
      const { method, url, token, body } = JSON.parse(process.argv[1]);
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
      const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      console.log(JSON.stringify({ status: answer.status, body: await answer.json() }));`;
    const name = from === 'station' ? this.#station : this.#headset;
    const node = [process.execPath, '--input-type=module', '-e', script, JSON.stringify(sent)];
    return JSON.parse(run('ip', ['netns', 'exec', name, ...node])) as { status: number; body: unknown };
  }

  /** Follows an event stream from the station's side while it sends a request; returns the stream up to `word`. */
  follow(streamUrl: string, sent: Sent, word: string): string {
    const script = `
      const { streamUrl, method, url, token, word } = JSON.parse(process.argv[1]);
      const headers = { authorization: 'Bearer ' + token };
      const stream = await fetch(streamUrl, { headers });
      void fetch(url, { method, headers });
      let text = '';
      for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (text.includes(word)) break;
      }
      console.log(text);
      process.exit(0);`;
    const node = [process.execPath, '--input-type=module', '-e', script];
    const input = JSON.stringify({ ...sent, streamUrl, word });
    return run('ip', ['netns', 'exec', this.#station, ...node, input]);
  }

  /** Clears the neighbour table of the station's side. */
  clearNeighbours(): void {
    ip('-n', this.#station, 'neigh', 'flush', 'dev', 'eth0');
  }

  /** Changes the headset's MAC address, as Android does for each Wi-Fi network. */
  changeHeadsetMac(address: string): void {
    ip('-n', this.#headset, 'link', 'set', 'eth0', 'address', address);
    this.clearNeighbours();
  }

  /** Enlarges their network: addresses share their first `length` bits. */
  widen(length: number): void {
    for (const [name, address] of [
      [this.#station, this.stationIp],
      [this.#headset, this.headsetIp],
    ] as const) {
      ip('-n', name, 'address', 'flush', 'dev', 'eth0');
      ip('-n', name, 'address', 'add', `${address}/${String(length)}`, 'dev', 'eth0');
    }
  }

  /** Further addresses at which the headset's side answers. */
  addHeadsetAddresses(addresses: readonly string[], length: number): void {
    const lines = addresses.map((address) => `address add ${address}/${String(length)} dev eth0\n`).join('');
    const words = ['-n', this.#headset, '-batch', '-'];
    const { status, stderr } = spawnSync('ip', words, { input: lines, encoding: 'utf8' });
    if (status !== 0) throw new Error(`ip -batch: ${stderr}`);
  }

  /** Removes the headset from the network. */
  unplugHeadset(): void {
    ip('-n', this.#headset, 'address', 'flush', 'dev', 'eth0');
    this.clearNeighbours();
  }

  [Symbol.dispose](): void {
    for (const name of [this.#station, this.#headset]) spawnSync('ip', ['netns', 'delete', name]);
  }
}

function ip(...words: readonly string[]): void {
  run('ip', words);
}

function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) throw new Error(`${program} ${words.slice(0, 4).join(' ')}: ${stderr}`);
  return stdout;
}
