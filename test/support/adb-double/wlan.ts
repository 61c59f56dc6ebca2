import type { AndroidOptions } from './android-options.ts';
import type { Result } from './system.ts';

/** What `ip -o` prints about the Wi-Fi of a double: its address with `-4`, else its MAC address. */
export function wlanOf(
  { macAddress, wifiAddress }: Pick<AndroidOptions, 'macAddress' | 'wifiAddress'>,
  rest: readonly string[],
): Result {
  if (rest.includes('-4')) {
    const address = `30: wlan0    inet ${wifiAddress ?? ''}/24 brd 127.0.255.255 scope global wlan0\\       valid_lft forever preferred_lft forever\n`;
    return { exitCode: 0, stdout: wifiAddress === undefined ? '' : address };
  }
  if (macAddress === undefined) return { exitCode: 1, stderr: 'Device "wlan0" does not exist.\n' };
  const flags = '<BROADCAST,MULTICAST,UP,LOWER_UP>';
  const line = `30: wlan0: ${flags} mtu 1500 qdisc mq state UP mode DORMANT qlen 3000\\    link/ether ${macAddress} brd ff:ff:ff:ff:ff:ff\n`;
  return { exitCode: 0, stdout: line };
}
