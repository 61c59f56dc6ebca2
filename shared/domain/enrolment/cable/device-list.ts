/** A headset as the adb server lists it. */
export type ListedHeadset = {
  /** The adb server's name for it: the serial number, or the address of one that is connected over TCP. */
  readonly name: string;
  readonly state: AdbState;
  /** The USB path as adb writes it (`1-2.3`); null if not stated. */
  readonly usbPath: string | null;
  readonly model: string | null;
  /** The server's number for this connection; a new one each time it is plugged in. */
  readonly transportId: bigint | null;
};

/**
 * State of a connection as the adb server reports it. `mode`: not running Android, but recovery, sideload or
 * bootloader.
 */
export type AdbState = 'device' | 'unauthorized' | 'connecting' | 'offline' | 'noPermission' | 'mode';

const STATES: Readonly<Record<string, AdbState>> = {
  device: 'device',
  unauthorized: 'unauthorized',
  authorizing: 'connecting',
  connecting: 'connecting',
  offline: 'offline',
  detached: 'offline',
  recovery: 'mode',
  sideload: 'mode',
  bootloader: 'mode',
  rescue: 'mode',
  host: 'mode',
};

/**
 * Reads the list that the adb server sends on `devices-l`. The library reduces it to authorised devices and drops
 * their USB path. Source: Android's `packages/modules/adb/transport.cpp`, `append_transport`.
 */
export function readDeviceList(text: string): ListedHeadset[] {
  return text.split('\n').flatMap((line) => {
    const match = /^(\S+)\s+(no permissions|\S+)(.*)$/.exec(line.trim());
    if (match === null) return [];
    const [, name = '', word = '', rest = ''] = match;
    const transport = factIn(rest, 'transport_id');
    return [
      {
        name,
        state: word === 'no permissions' ? 'noPermission' : (STATES[word] ?? 'mode'),
        usbPath: factIn(rest, 'usb'),
        model: factIn(rest, 'model')?.replaceAll('_', ' ') ?? null,
        transportId: transport === null ? null : BigInt(transport),
      },
    ];
  });
}

function factIn(text: string, name: string): string | null {
  return new RegExp(`\\s${name}:(\\S+)`).exec(text)?.[1] ?? null;
}
