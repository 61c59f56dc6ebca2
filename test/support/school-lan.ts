import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { avahiObstacle } from './avahi.ts';
import { LanRig } from './lan-rig.ts';
import { aFolder } from './temp-folder.ts';

/** Never changes the computer's own /etc/resolv.conf, as the usual hook would. */
const HOOK = `#!/bin/sh
case "$1" in
deconfig) ip address flush dev "$interface"; ip link set "$interface" up ;;
bound|renew)
  ip address flush dev "$interface"
  ip address add "$ip/\${mask:-24}" dev "$interface"
  ip route replace default via "$router" dev "$interface" ;;
esac
`;

/** A headset of the school: its name, its MAC address, and the source of its IP address. */
export type SchoolHeadset = { readonly host: string; readonly mac: string };

/**
 * The network of a school: a router with dnsmasq that assigns the addresses of two segments, on the first a station
 * (`st`, 10.77.22.2), a visitor's computer (`pc`) and headsets, on the second, behind the router, one more headset.
 */
export class SchoolLan implements AsyncDisposable {
  readonly rig: LanRig;
  readonly headsets: readonly SchoolHeadset[];
  readonly far: SchoolHeadset;
  readonly #folder = aFolder();

  /** Returns why it cannot be created on this computer, or undefined if it can. */
  static obstacle(): string | undefined {
    const obstacle = LanRig.obstacle() ?? avahiObstacle();
    if (obstacle !== undefined) return obstacle;
    const missing = [
      ['dnsmasq', 'dnsmasq-base'],
      ['udhcpc', 'udhcpc'],
      ['nft', 'nftables'],
      ['ss', 'iproute2'],
    ].filter(([program = '']) => spawnSync(program, ['--version']).error !== undefined);
    if (missing.length === 0) return undefined;
    const [programs, packages] = [missing.map(([program]) => program), missing.map(([, name]) => name)];
    return `${programs.join(', ')} not installed: apt-get install ${packages.join(' ')}`;
  }

  constructor(count: number) {
    const hosts = Array.from({ length: count }, (_, at) => `h${at + 1}`);
    this.headsets = hosts.map((host, at) => ({ host, mac: `2c:26:17:00:01:0${at + 1}` }));
    this.far = { host: 'far', mac: '2c:26:17:00:02:01' };
    this.rig = new LanRig(['rt', 'st', 'pc', ...hosts], ['far']);
  }

  /** The lease file of dnsmasq. */
  get leaseFile(): string {
    return join(this.#folder.path, 'dnsmasq.leases');
  }

  /** Assigns every headset its address by DHCP. */
  async open(): Promise<void> {
    const { rig } = this;
    rig.connect('rt', 'eth1', 'far');
    rig.ip('rt', 'address', 'add', '10.77.23.1/24', 'dev', 'eth1');
    rig.run('rt', 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward');
    rig.ip('st', 'route', 'add', 'default', 'via', '10.77.22.1');
    writeFileSync(join(this.#folder.path, 'hook'), HOOK, { mode: 0o755 });
    await this.#serveAddresses();
    await Promise.all([...this.headsets, this.far].map((headset) => this.#requestAddress(headset)));
  }

  /** Returns a headset's assigned address. */
  addressOf(host: string): string {
    const reported = this.rig.run(host, 'ip', '-j', '-4', 'address', 'show', 'dev', 'eth0');
    const [{ addr_info: [{ local = '' } = {}] = [] } = {}] = JSON.parse(reported) as {
      addr_info?: { local?: string }[];
    }[];
    return local;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.rig[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }

  async #serveAddresses(): Promise<void> {
    const ranges = ['22', '23'].map((net) => `--dhcp-range=10.77.${net}.50,10.77.${net}.57,255.255.255.0,1h`);
    const words = [
      '--no-daemon --conf-file=/dev/null --no-resolv --no-hosts --port=0 --no-ping --user=root --group=root',
      '--interface=eth0 --interface=eth1 --bind-interfaces --dhcp-authoritative --log-facility=-',
    ].flatMap((line) => line.split(' '));
    const files = [`--dhcp-leasefile=${this.leaseFile}`, `--pid-file=${join(this.#folder.path, 'pid')}`];
    const dnsmasq = this.rig.spawn('rt', 'dnsmasq', [...words, ...ranges, ...files], { isQuiet: true });
    let reported = '';
    for await (const line of createInterface(dnsmasq.stderr)) {
      reported += `${line}\n`;
      if (line.includes('DHCP, IP range')) return void dnsmasq.stderr.resume();
    }
    throw new Error(`dnsmasq ended: ${reported}`);
  }

  async #requestAddress({ host, mac }: SchoolHeadset): Promise<void> {
    const { rig } = this;
    rig.ip(host, 'address', 'flush', 'dev', 'eth0');
    rig.ip(host, 'link', 'set', 'eth0', 'address', mac);
    const hook = join(this.#folder.path, 'hook');
    const words = ['-i', 'eth0', '-n', '-q', '-t', '8', '-T', '1', '-s', hook, '-x', `hostname:${host}`];
    const asking = rig.spawn(host, 'udhcpc', words, { isQuiet: true });
    asking.stdout.resume();
    asking.stderr.resume();
    const [code] = (await once(asking, 'exit')) as [number];
    if (code !== 0) throw new Error(`${host} was given no address`);
  }
}
