import { type MdnsEndpoint, openMdns } from '../../../main/mdns/socket.ts';
import type { HeadsetDouble } from './headset.ts';

/**
 * What an adb server from version 30 on has besides those before: pairing by code. Debian's server does not have it, nor TLS:
 * to it a double with wireless debugging speaks the plain protocol, once it is paired. The answers are those of Android's
 * adb/client/adb_wifi.cpp and services.cpp.
 */
export class NewerAdb {
  readonly #near: readonly HeadsetDouble[];
  /** True: it waits for the headset and never answers. */
  isSilent = false;

  /** `near`: the headsets on its network. */
  constructor(...near: readonly HeadsetDouble[]) {
    this.#near = near;
  }

  /** Returns the answer to a service; undefined if any server has it. */
  answer(service: string): Promise<string> | undefined {
    const [, code = '', address = ''] = /^host:pair:([^:]*):(.*)$/s.exec(service) ?? [];
    if (address !== '')
      return this.isSilent ? new Promise(() => undefined) : Promise.resolve(said(this.#pair(code, address)));
    return undefined;
  }

  #pair(code: string, address: string): string {
    if (address.endsWith(':0')) return `Invalid port while parsing address [${address}]`;
    const double = this.#near.find(
      ({ android, code: shown }) => `${android.wifiAddress}:${shown?.port}` === address,
    );
    if (double === undefined) return 'Failed: Unable to start pairing client.';
    const isRight = double.code?.digits === code;
    // Right or wrong, it shows the code no longer.
    double.code = null;
    if (!isRight) return 'Failed: Wrong password or connection was dropped.';
    double.isPaired = true;
    return `Successfully paired to ${address} [guid=${announcedName(double)}]`;
  }
}

/** The name under which a double announces itself. */
export function announcedName({ android }: HeadsetDouble): string {
  return `adb-${android.serial}-x7Kd2p`;
}

/** Announces what a double does on the network, at its own address, until it is disposed. */
export async function announced(
  mdns: MdnsEndpoint,
  double: HeadsetDouble,
  {
    type,
    port,
    name = announcedName(double),
  }: { readonly type: string; readonly port: number; readonly name?: string },
): Promise<AsyncDisposable> {
  const socket = openMdns({ ...mdns, address: double.android.wifiAddress ?? '' }, () => undefined);
  await socket.ready;
  socket.bonjour.publish({ name, type, port, probe: false });
  return { [Symbol.asyncDispose]: () => socket.close() };
}

function said(text: string): string {
  return `OKAY${Buffer.byteLength(text).toString(16).padStart(4, '0')}${text}`;
}
