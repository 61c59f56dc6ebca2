/** Any JSON object, kept as it came: fields that nobody here knows included. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What is wanted of one device, in the wire shape of the interface and on whichever side it stands. Settings hold what is
 * written: nothing that headsets report or that is computed.
 */
export type DesiredState = {
  readonly label: string | null;
  /** The interface has no way to write it at the central: what is written here stays here. */
  readonly description: string | null;
  readonly license: JsonObject | null;
  readonly settings: JsonObject;
  /** By namespace. */
  readonly metadata: Readonly<Record<string, JsonObject>>;
};

/** A device about which nothing was ever agreed. */
export const NOTHING_DESIRED: DesiredState = {
  label: null,
  description: null,
  license: null,
  settings: {},
  metadata: {},
};

/** The two sides of a synchronisation: this station, and the central. */
export type Side = 'here' | 'there';

/** The side that wins where both changed the same: for a part of the state by its name, and for all others. */
export type SyncPolicy = {
  readonly otherwise: Side;
  /** By `label`, `license`, `metadata` or the name of a top-level part of settings. */
  readonly parts: Readonly<Record<string, Side>>;
};

/** The central knows best who may join which network and what is locked; the rest is for who stands next to the headset. */
export const DEFAULT_POLICY: SyncPolicy = { otherwise: 'here', parts: { security: 'there', wifi: 'there' } };

/**
 * Where a value stands in a state: `['label']`, `['description']`, `['license']`, `['metadata', namespace, key]`, `['settings', 'volume']`,
 * `['settings', 'display', 'brightness']`. An entry of a list stands under its key, which names what it is known by:
 * `['settings', 'wifi', 'ssid:Cart']`, `['settings', 'applications', 'id:app-1', 'expirationDate']`. Two last segments stand
 * for more than one value: `*` for the fields of an entry that make sense together alone, and `same-package:NAME` for all
 * applications of one package name.
 */
export type StatePath = readonly string[];

/** Both sides changed the same differently. What lost is here to be read and to be turned round; undefined: absent. */
export type MergeConflict = {
  readonly path: StatePath;
  readonly base: unknown;
  readonly here: unknown;
  readonly there: unknown;
  readonly winner: Side;
};

/**
 * What a side has to write to get from its state to the merged one. Of settings always whole top-level parts; fields that
 * are to go are null, lists that are to go are empty. Absent: nothing to write.
 */
export type StateChange = {
  readonly label?: string | null;
  /** In what is taken here alone. */
  readonly description?: string | null;
  readonly license?: JsonObject | null;
  readonly settings?: JsonObject;
  /** By namespace; null takes it away. */
  readonly metadata?: Readonly<Record<string, JsonObject | null>>;
};

/** The outcome of a merge. */
export type DeviceMerge = {
  /** What both sides shall have: this station all of it, the central all but the description. */
  readonly merged: DesiredState;
  /** What the central has, and with it what both agree on, once it wrote `toPush`. */
  readonly agreed: DesiredState;
  /** What the central has to write; undefined: nothing. */
  readonly toPush: StateChange | undefined;
  /** What this station has to write; undefined: nothing. */
  readonly toTake: StateChange | undefined;
  readonly conflicts: readonly MergeConflict[];
};
