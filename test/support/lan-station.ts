import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';

import type { LanRig } from './lan-rig.ts';

/** A request; `file` is a file to upload as the body. */
export type LanRequest = {
  readonly method?: string;
  readonly body?: unknown;
  readonly file?: string;
};

const SCRIPT = `
  const { openAsBlob } = await import('node:fs');
  const { createInterface } = await import('node:readline');
  const [url, token] = process.argv.slice(1);
  for await (const line of createInterface(process.stdin)) {
    const { path, method, body, file } = JSON.parse(line);
    const sent = file === undefined ? (body === undefined ? undefined : JSON.stringify(body)) : await openAsBlob(file);
    const type = file === undefined ? 'application/json' : 'application/octet-stream';
    const headers = { authorization: 'Bearer ' + token, ...(sent === undefined ? {} : { 'content-type': type }) };
    const answer = await fetch(url + path, { method, headers, body: sent });
    const text = await answer.text();
    console.log(JSON.stringify({ status: answer.status, body: text === '' ? null : JSON.parse(text) }));
  }`;

/**
 * A person at a station's computer, who calls it by its own address there. One request at a time. Ends with the rig.
 */
export class LanStation {
  readonly #stdin: Writable;
  readonly #lines: AsyncIterator<string>;

  constructor(rig: LanRig, host: string, station: { readonly url: string; readonly token: string }) {
    const words = ['--input-type=module', '-e', SCRIPT, station.url, station.token];
    const child = rig.spawn(host, process.execPath, words);
    this.#stdin = child.stdin;
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  }

  /** Returns the body of the answer. @throws {Error} if it is a refusal. */
  async ask<Reply>(path: string, { method = 'GET', body, file }: LanRequest = {}): Promise<Reply> {
    const isFlushed = this.#stdin.write(`${JSON.stringify({ path, method, body, file })}\n`);
    if (!isFlushed) await once(this.#stdin, 'drain');
    const line = await this.#lines.next();
    if (line.done === true) throw new Error(`The station did not answer ${path}`);
    const answer = JSON.parse(line.value) as { status: number; body: Reply };
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}
