import type { Device } from '../../../../shared/contract/devices/devices.ts';
import type { Heartbeat } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { withAddresses } from './addresses.ts';
import { digestInAddress, libraryPath } from '../../../../shared/domain/content/library-address.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { toContents } from '../../devices/registry/index.ts';
import { withoutOrigin } from '../../devices/views/index.ts';
import type { LibraryItem, LibraryStore } from '../files/store.ts';

/** The organisation of a headset and its assigned settings. */
type Assigned = Pick<DeviceRecord, 'enterpriseId' | 'settings'>;

/** A content that a caller may download; `record` is the requesting headset, undefined for others. */
export type Reached = { readonly item: LibraryItem; readonly record: DeviceRecord | undefined };

/** Which assigned contents the station holds, and their URLs. */
export class Holdings {
  readonly #records: Records;
  readonly #library: LibraryStore;

  constructor(records: Records, library: LibraryStore) {
    this.#records = records;
    this.#library = library;
  }

  /** Returns the content for an assigned URL. */
  find(enterpriseId: string, url: string): LibraryItem | undefined {
    const digest = digestInAddress(url);
    return digest === undefined
      ? this.#library.findByUrl(enterpriseId, url)
      : this.#library.find(enterpriseId, digest);
  }

  /**
   * Returns the content with this digest if the caller may download it: anything of the organisations that it
   * reaches, and for a headset what is assigned to it now. Otherwise undefined, as if there were none.
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
   * Returns the record for its own headset, without the origin of its enrolment: contents that the station holds are downloaded from `origin`, where the
   * headset reached the station, with the assigned URL beside it.
   */
  forHeadset(full: Device, origin: string): Device {
    const device = withoutOrigin(full);
    if (origin === '') return device;
    const addressOf = (url: string): string | undefined => {
      const item = this.find(device.enterprise.id, url);
      return item === undefined ? undefined : origin + libraryPath(item.sha256, item.name);
    };
    return { ...device, settings: withAddresses(device.settings, addressOf) };
  }

  /**
   * Returns a report with all library URLs replaced by the assigned ones, whatever the station's URL was when the
   * headset read it: only assigned URLs are stored, matched and synced. Costs nothing if there is none.
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

  /** Returns the URL by which a content is assigned; undefined if it is not. */
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
