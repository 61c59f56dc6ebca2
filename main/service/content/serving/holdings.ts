import type { Device } from '../../../../shared/contract/devices/devices.ts';
import type { Heartbeat } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { withAddresses } from '../../../../shared/domain/content/addresses.ts';
import { digestInAddress, libraryPath } from '../../../../shared/domain/content/library-address.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { type DeviceRecord, type Records, toContents } from '../../devices/index.ts';
import type { LibraryItem, LibraryStore } from '../library/store.ts';

/** Whose headset it is and what is assigned to it. */
type Assigned = Pick<DeviceRecord, 'enterpriseId' | 'settings'>;

/** A content that a caller may have; `record` is the headset that asks, undefined for anybody else. */
export type Reached = { readonly item: LibraryItem; readonly record: DeviceRecord | undefined };

/** What the station holds of what is assigned, and under which addresses. */
export class Holdings {
  readonly #records: Records;
  readonly #library: LibraryStore;

  constructor(records: Records, library: LibraryStore) {
    this.#records = records;
    this.#library = library;
  }

  /** The content that stands for an assigned address. */
  find(enterpriseId: string, url: string): LibraryItem | undefined {
    const digest = digestInAddress(url);
    return digest === undefined
      ? this.#library.findByUrl(enterpriseId, url)
      : this.#library.find(enterpriseId, digest);
  }

  /**
   * The content with this digest as far as the caller may have it: anything of the organisations that it reaches, and a
   * headset what is assigned to it now. Undefined as if there were none.
   */
  reach(caller: Caller, sha256: string): Reached | undefined {
    if (caller.scope === 'device') return this.#reachAsHeadset(caller, sha256);
    for (const enterpriseId of caller.reach) {
      const item = this.#library.find(enterpriseId, sha256);
      if (item !== undefined) return { item, record: undefined };
    }
    return undefined;
  }

  /**
   * The record as its own headset reads it: what the station holds is fetched from `origin`, where the headset reached
   * the station, and the assigned address stands beside it.
   */
  forHeadset(device: Device, origin: string): Device {
    if (origin === '') return device;
    const addressOf = (url: string): string | undefined => {
      const item = this.find(device.enterprise.id, url);
      return item === undefined ? undefined : origin + libraryPath(item.sha256, item.name);
    };
    return { ...device, settings: withAddresses(device.settings, addressOf) };
  }

  /**
   * A report in which every address of this library is the assigned one again, whatever the station's address was when the
   * headset read it: what is stored, matched and synced knows only what is assigned. Costs nothing where there is none.
   */
  toAssigned(record: Assigned, report: Heartbeat): Heartbeat {
    const { downloads, contentPresence } = report;
    const isTouched = downloads?.some(({ url, associatedObject }) =>
      [url, associatedObject?.['contentId']].some(isOfLibrary),
    );
    const isNamed = contentPresence?.some(({ contentId }) => isOfLibrary(contentId));
    if (isTouched !== true && isNamed !== true) return report;
    const assigned = (address: string): string => this.#assignedAddress(record, address);
    return {
      ...report,
      ...(downloads === undefined
        ? {}
        : { downloads: downloads.map((task) => withAssigned(task, assigned)) }),
      ...(contentPresence === undefined
        ? {}
        : {
            contentPresence: contentPresence.map((each) =>
              each.contentId === undefined ? each : { ...each, contentId: assigned(each.contentId) },
            ),
          }),
    };
  }

  #reachAsHeadset({ deviceId }: Caller, sha256: string): Reached | undefined {
    const record = deviceId === null ? undefined : this.#records.devices.find(deviceId);
    if (record === undefined || record.isArchived) return undefined;
    const item = this.#library.find(record.enterpriseId, sha256);
    if (item === undefined || this.#assignedAs(record, sha256) === undefined) return undefined;
    return { item, record };
  }

  #assignedAddress(record: Assigned, address: string): string {
    const digest = digestInAddress(address);
    return digest === undefined ? address : (this.#assignedAs(record, digest) ?? address);
  }

  /** The address under which a content is assigned; undefined where it is not. */
  #assignedAs({ enterpriseId, settings }: Assigned, sha256: string): string | undefined {
    const known = new Set(this.#library.urlsOf(enterpriseId, sha256));
    const addresses = toContents(settings).flatMap(({ entry }) => [entry.url, entry.obbUrl]);
    return addresses
      .filter((url) => typeof url === 'string')
      .find((url) => known.has(url) || digestInAddress(url) === sha256);
  }
}

type Task = NonNullable<Heartbeat['downloads']>[number];

function withAssigned(task: Task, assigned: (address: string) => string): Task {
  const { url, associatedObject } = task;
  const contentId: unknown = associatedObject?.['contentId'];
  return {
    ...task,
    ...(url === undefined ? {} : { url: assigned(url) }),
    ...(typeof contentId === 'string'
      ? { associatedObject: { ...associatedObject, contentId: assigned(contentId) } }
      : {}),
  };
}

function isOfLibrary(address: unknown): boolean {
  return typeof address === 'string' && address.includes('/library/');
}
