/** Any JSON object. */
export type Json = Record<string, unknown>;

/** A device of this central. Written from the API documentation alone, without any code of the station. */
export type DoubleDevice = {
  readonly id: string;
  label: string | null;
  description: string | null;
  readonly enrollmentToken: string;
  enterprise: string;
  androidId: string | undefined;
  macAddress: string | null;
  isArchived: boolean;
  replacedBy: string | null;
  lastHeartbeatAt: string | null;
  license: Json | null;
  settings: Json;
  metadata: Record<string, Json>;
  type: Json | null;
  mdmInfo: Json | null;
  /** Its headset's report: downloads, installedPackages, contentPresence. */
  reported: Json;
  /** In order of arrival; a duplicate is here twice. */
  events: Json[];
};

/** The choices of this central where the interface is ambiguous. */
export type DoubleOptions = {
  /** What a configure does with the unnamed fields of a group. */
  readonly groups: 'replace' | 'merge';
  /** Whether a known event is accepted again as another one. */
  readonly dedupesEvents: boolean;
  /** Whether a device read shows the passwords of its networks, and its metadata. */
  readonly showsPasswords: boolean;
  readonly showsMetadata: boolean;
  /** Rows per page, whatever limit was requested. */
  readonly rowsOnPage: number;
  /** Maximum number of devices in one bulk request: above it 413. */
  readonly maxIds: number;
  /**
   * Whether a device read has its version (`ETag`) and a write may depend on it (`If-Match`), as any HTTP service may
   * do. `restless`: the tag is different each time, even without a change.
   */
  readonly tags: 'none' | 'honest' | 'restless';
  /** Stations that sync with it: each may have one stream of a device. */
  readonly stations: number;
  /** Requests in each window that its token allows, of all stations together: above it 429. */
  readonly limit: { readonly requests: number; readonly windowMs: number } | null;
};

/** Everything that was done at this central, for tests to count. */
export type Ledger = {
  /** Each executed enrolment. */
  readonly enrolments: { readonly deviceId: string; readonly androidId: string }[];
  readonly unenrolments: string[];
  readonly deletions: string[];
  /** Each executed write, bulk writes once. */
  readonly writes: { readonly pattern: string; readonly ids: readonly string[]; readonly body: unknown }[];
};

/** An answer that is not a success. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: Json;

  constructor(status: number, body: Json) {
    super(`HTTP ${String(status)}`);
    this.status = status;
    this.body = body;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty new slot. */
export function aDevice(id: string, input: Partial<DoubleDevice> = {}): DoubleDevice {
  return {
    id,
    label: null,
    description: null,
    enrollmentToken: `token-${id}`,
    enterprise: 'school',
    androidId: undefined,
    macAddress: null,
    isArchived: false,
    replacedBy: null,
    lastHeartbeatAt: null,
    license: null,
    settings: {},
    metadata: {},
    type: null,
    mdmInfo: null,
    reported: {},
    events: [],
    ...input,
  };
}

/** The full record. */
export function shown(device: DoubleDevice, options: DoubleOptions, isSingleRead: boolean): Json {
  const { events: _, reported, androidId, enterprise, metadata, settings, ...rest } = device;
  const wifi = settings['wifi'];
  const hides = !options.showsPasswords || !isSingleRead;
  return structuredClone({
    ...rest,
    ...reported,
    ...(androidId === undefined ? {} : { androidId }),
    enterprise: { id: enterprise, name: 'The school' },
    isAvailable: false,
    temporaryVerificationCode: null,
    settings:
      hides && Array.isArray(wifi)
        ? { ...settings, wifi: wifi.map(({ password: __, ...network }: Json) => network) }
        : settings,
    ...(options.showsMetadata ? { metadata } : {}),
  });
}

/** A row of the list. */
export function listed(device: DoubleDevice): Json {
  const { id, label, description, androidId, enterprise, isArchived, replacedBy, lastHeartbeatAt } = device;
  return {
    id,
    label,
    description,
    ...(androidId === undefined ? {} : { androidId }),
    enterprise,
    isArchived,
    replacedBy,
    lastHeartbeatAt,
  };
}

const GROUPS = [
  'display',
  'audio',
  'power',
  'system',
  'security',
  'tracking',
  'shortcuts',
  'network',
  'kioskMode',
];

/** Returns the settings after a configure. @throws {Refusal} 422 as documented */
export function configured(before: Json, sent: Json, options: DoubleOptions): Json {
  refuseConflicts(sent);
  const after: Json = { ...before };
  for (const [name, part] of Object.entries(structuredClone(sent))) {
    if (part === null) delete after[name];
    else if (GROUPS.includes(name) && isObject(part)) {
      const known = options.groups === 'merge' && isObject(before[name]) ? before[name] : {};
      const fields = Object.entries({ ...known, ...part }).filter(([, value]) => value !== null);
      if (fields.length === 0) delete after[name];
      else after[name] = Object.fromEntries(fields);
    } else if (name === 'wifi' && Array.isArray(part)) {
      after[name] = part.map((network: Json) => withPassword(network, before[name]));
    } else after[name] = part;
  }
  return after;
}

/** A network sent without its password keeps the known one. */
function withPassword(network: Json, known: unknown): Json {
  if ('password' in network || !Array.isArray(known)) return network;
  const before = (known as Json[]).find((each) => each['ssid'] === network['ssid']);
  return before?.['password'] === undefined ? network : { ...network, password: before['password'] };
}

/** Rule 3 of the interface: one package name is one binary. */
function refuseConflicts({ applications }: Json): void {
  if (!Array.isArray(applications)) return;
  const byPackage = Map.groupBy(applications as Json[], (entry) => entry['packageName']);
  const conflicts = [...byPackage].flatMap(([packageName, entries]) => {
    const identities = new Set(
      entries.map((entry) =>
        JSON.stringify(
          ['id', 'idDetailContent', 'url', 'codeVersion', 'obbUrl'].map((name) => entry[name] ?? null),
        ),
      ),
    );
    if (packageName === undefined || identities.size < 2) return [];
    const shownEntries = entries.map(({ id, codeVersion }) => ({ id, packageName, codeVersion }));
    return [{ packageName, applications: shownEntries }];
  });
  if (conflicts.length === 0) return;
  throw new Refusal(422, {
    code: 'PACKAGE_NAME_CONFLICT',
    message: 'Two binaries under one name',
    conflicts,
  });
}
