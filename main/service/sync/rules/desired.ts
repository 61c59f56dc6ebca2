/** Any JSON object, kept as received, unknown fields included. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The desired state of a device on either side, in the wire format of the interface. Settings hold only what is
 * written: nothing reported or computed.
 */
export type DesiredState = {
  readonly label: string | null;
  /** The interface cannot write it at the central, so local changes stay here. */
  readonly description: string | null;
  readonly license: JsonObject | null;
  readonly settings: JsonObject;
  /** By namespace. */
  readonly metadata: Readonly<Record<string, JsonObject>>;
};

/** A device on which the two sides never agreed. */
export const NOTHING_DESIRED: DesiredState = {
  label: null,
  description: null,
  license: null,
  settings: {},
  metadata: {},
};

/** The two sides of sync: this station, and the central. */
export type Side = 'here' | 'there';

/** The side that wins if both changed the same value: by part of the state, and for all others. */
export type SyncPolicy = {
  readonly otherwise: Side;
  /** By `label`, `license`, `metadata` or the name of a top-level part of settings. */
  readonly parts: Readonly<Record<string, Side>>;
};

/** The central decides about networks and locks. The person next to the headset decides about everything else. */
export const DEFAULT_POLICY: SyncPolicy = { otherwise: 'here', parts: { security: 'there', wifi: 'there' } };

/**
 * The path of a value in a state: `['label']`, `['description']`, `['license']`, `['metadata', namespace, key]`,
 * `['settings', 'volume']`, `['settings', 'display', 'brightness']`. An entry of a list is under its key:
 * `['settings', 'wifi', 'ssid:Cart']`, `['settings', 'applications', 'id:app-1', 'expirationDate']`. Two last
 * segments stand for several values: `*` for the fields of an entry that only make sense together, and
 * `same-package:NAME` for all applications of one package name.
 */
export type StatePath = readonly string[];

/**
 * Both sides changed the same value differently. The losing value is retained so that the decision can be reversed;
 * undefined if it is absent.
 */
export type MergeConflict = {
  readonly path: StatePath;
  readonly base: unknown;
  readonly here: unknown;
  readonly there: unknown;
  readonly winner: Side;
};

/**
 * What a side has to write to reach the merged state. Settings always as whole top-level parts; removed fields are
 * null, removed lists are empty. Absent: nothing to write.
 */
export type StateChange = {
  readonly label?: string | null;
  /** Only in changes for this station. */
  readonly description?: string | null;
  readonly license?: JsonObject | null;
  readonly settings?: JsonObject;
  /** By namespace; null removes it. */
  readonly metadata?: Readonly<Record<string, JsonObject | null>>;
};

/** The outcome of a merge. */
export type DeviceMerge = {
  /** The merged state: all of it for this station, without the description for the central. */
  readonly merged: DesiredState;
  /** The state of the central after it has written `toPush`, on which both sides then agree. */
  readonly agreed: DesiredState;
  /** What to write at the central; undefined if nothing. */
  readonly toPush: StateChange | undefined;
  /** What to write on this station; undefined if nothing. */
  readonly toApply: StateChange | undefined;
  readonly conflicts: readonly MergeConflict[];
};
