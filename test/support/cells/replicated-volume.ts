import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns why such a volume cannot be created on this computer; undefined if it can. */
export function volumeObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root of Linux attaches volumes';
  if (!existsSync('/dev/fuse')) return 'this system has no FUSE';
  for (const name of ['qemu-nbd', 'qemu-storage-daemon', 'losetup', 'mkfs.ext4'])
    if (spawnSync(name, ['--version']).error !== undefined)
      return `${name} is not installed: as root on Debian \`npm run test:long\` installs it`;
  return undefined;
}

type Side = 'a' | 'b';

/**
 * A volume on two disks, entirely in user space: a process for each disk, one that writes to both, and ext4 on it. It
 * models DRBD or Ceph, with another engine on one machine.
 */
export class ReplicatedVolume implements AsyncDisposable {
  /** Its mount point. */
  readonly path: string;
  readonly #folder: string;
  readonly #disks = new Map<Side, ChildProcess>();
  #writer: ChildProcess | undefined;
  #loop = '';

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'mounted');
  }

  static async make(folder: string, megabytes: number): Promise<ReplicatedVolume> {
    const volume = new ReplicatedVolume(folder);
    mkdirSync(volume.path, { recursive: true });
    for (const side of ['a', 'b'] as const) {
      writeFileSync(volume.#image(side), '');
      truncateSync(volume.#image(side), megabytes * 1_048_576);
      await volume.#startDisk(side);
    }
    await volume.#attach(
      ['a', 'b'].flatMap((side) => [
        '--blockdev',
        `driver=nbd,node-name=${side},server.type=unix,server.path=${join(folder, side)}.sock`,
      ]),
      {
        driver: 'quorum',
        'node-name': 'volume',
        'vote-threshold': 1,
        'read-pattern': 'fifo',
        children: ['a', 'b'],
      },
    );
    execFileSync('mkfs.ext4', ['-q', '-F', volume.#loop]);
    execFileSync('mount', [volume.#loop, volume.path]);
    return volume;
  }

  /** Kills the process of one disk; with `andDisk` the disk is lost as well. */
  async killDisk(side: Side, andDisk = false): Promise<void> {
    const child = this.#disks.get(side);
    this.#disks.delete(side);
    if (child !== undefined) await killed(child);
    if (andDisk) rmSync(this.#image(side));
  }

  /** Kills the process that attaches the volume, as the loss of its machine would, and removes the rest of it. */
  async killWriter(): Promise<void> {
    if (this.#writer !== undefined) await killed(this.#writer);
    this.#writer = undefined;
    spawnSync('umount', ['-l', this.path]);
    spawnSync('losetup', ['-d', this.#loop]);
    spawnSync('umount', ['-l', this.#export]);
  }

  /** Attaches the data of one disk, as another machine would. */
  async attachAlone(side: Side): Promise<void> {
    await this.#attach([], { driver: 'file', 'node-name': 'volume', filename: this.#image(side) });
    execFileSync('mount', [this.#loop, this.path]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.killWriter();
    for (const side of ['a', 'b'] as const) await this.killDisk(side);
  }

  get #export(): string {
    return join(this.#folder, 'volume.img');
  }

  #image(side: Side): string {
    return join(this.#folder, `${side}.img`);
  }

  async #startDisk(side: Side): Promise<void> {
    const socket = join(this.#folder, `${side}.sock`);
    const flags = ['--persistent', '--shared=4', '-f', 'raw', `--socket=${socket}`];
    this.#disks.set(side, spawn('qemu-nbd', [...flags, this.#image(side)], { stdio: 'ignore' }));
    for (let tries = 0; !existsSync(socket); tries += 1) {
      if (tries > 200) throw new Error('qemu-nbd did not start');
      await sleep(25);
    }
  }

  async #attach(below: readonly string[], volume: object): Promise<void> {
    writeFileSync(this.#export, '');
    const fuse = `type=fuse,id=volume,node-name=volume,mountpoint=${this.#export},writable=on`;
    const flags = [...below, '--blockdev', JSON.stringify(volume), '--export', fuse];
    this.#writer = spawn('qemu-storage-daemon', flags, { stdio: ['ignore', 'ignore', 'pipe'] });
    let reported = '';
    this.#writer.stderr?.on('data', (chunk: Buffer) => (reported += chunk.toString()));
    for (let tries = 0; ; tries += 1) {
      const found = spawnSync('mountpoint', ['-q', this.#export]).status === 0;
      if (found) break;
      if (tries > 200 || this.#writer.exitCode !== null)
        throw new Error(`The volume was not attached: ${reported}`);
      await sleep(25);
    }
    this.#loop = execFileSync('losetup', ['-f', '--show', this.#export], { encoding: 'utf8' }).trim();
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
