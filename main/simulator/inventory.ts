import type { Heartbeat } from '../../shared/contract/heartbeat.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Identity } from './models.ts';

type Presence = NonNullable<Heartbeat['contentPresence']>;
type Report = Required<Pick<Heartbeat, 'installedPackages' | 'contentPresence' | 'downloads'>>;

/** What is on a headset: what its maker put there and what its settings assign. Contents are there as soon as they are assigned. */
export class Inventory {
  readonly #shipped: Identity['packages'];
  #settings: Settings = {};
  #revision: number | null = null;

  constructor(identity: Identity) {
    this.#shipped = identity.packages;
  }

  /** The settings revision that was applied in full; null before the first. */
  get revision(): number | null {
    return this.#revision;
  }

  /** Applies the settings of a record as a whole. */
  apply(settings: Settings, revision: number): void {
    this.#settings = settings;
    this.#revision = revision;
  }

  /** What the headset says about its contents. */
  get report(): Report {
    return {
      installedPackages: this.#packages(),
      contentPresence: [...this.#applications(), ...this.#media()],
      downloads: [],
    };
  }

  #packages(): Report['installedPackages'] {
    const byName = new Map(this.#shipped.map((entry) => [entry.packageName, entry]));
    for (const { packageName, codeVersion } of this.#settings.applications ?? []) {
      if (packageName === undefined) continue;
      const versionCode = codeVersion ?? 1;
      byName.set(packageName, { packageName, versionCode, versionName: String(versionCode) });
    }
    return [...byName.values()];
  }

  #applications(): Presence {
    return (this.#settings.applications ?? []).map(({ id, packageName, codeVersion }) => ({
      ...(id === undefined ? {} : { contentId: id }),
      type: 'application',
      packageName: packageName ?? null,
      present: true,
      installed: true,
      installedVersionCode: codeVersion ?? null,
      expectedVersionCode: codeVersion ?? null,
    }));
  }

  #media(): Presence {
    const videos = (this.#settings.videos ?? []).map(({ id }) => ({
      contentId: id,
      type: 'video',
      present: true,
    }));
    const files = (this.#settings.files ?? []).map(({ id, url }) => ({
      contentId: (id ?? url).slice(0, 128),
      type: 'file',
      present: true,
    }));
    return [...videos, ...files];
  }
}
