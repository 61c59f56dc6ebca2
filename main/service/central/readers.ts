/** A device as a central shows it, with what the station reads of it. Absent keys are undefined: nothing is said of them. */
export type CentralDevice = {
  readonly id: string;
  /** The organisation; undefined where the record does not name it. */
  readonly enterpriseId: string | undefined;
  readonly label: string | null | undefined;
  readonly description: string | null | undefined;
  readonly androidId: string | null;
  readonly enrollmentToken: string | null;
  readonly isArchived: boolean;
  readonly replacedBy: string | null;
  readonly license: Readonly<Record<string, unknown>> | null | undefined;
  /** Raw: unknown fields and values are in it. */
  readonly settings: Readonly<Record<string, unknown>> | undefined;
  readonly metadata: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly type: Readonly<Record<string, unknown>> | null | undefined;
  readonly lastHeartbeatAt: string | null | undefined;
};

/** One row of the central's list. */
export type CentralListItem = {
  readonly id: string;
  readonly label: string | null;
  readonly androidId: string | null;
  readonly enterpriseId: string | undefined;
  readonly isArchived: boolean;
  readonly replacedBy: string | null;
};

/** A page of the list. `isLast`: none follows. */
export type CentralPage = {
  readonly items: readonly CentralListItem[];
  readonly total: number | undefined;
  readonly isLast: boolean;
  /** Rows that cannot be understood, with the reason; they do not keep the others back. */
  readonly unreadable: readonly { readonly id: string | null; readonly reason: string }[];
};

/** What became of one device of a write. */
export type WriteResult =
  | { readonly id: string; readonly ok: true; readonly device: CentralDevice | undefined }
  | { readonly id: string; readonly ok: false; readonly code: string | null; readonly message: string };

/** What a central acknowledged of a report; undefined where its answer does not list events: all of them then. */
export type ReportReply = {
  readonly acknowledged: readonly string[] | undefined;
  readonly rejected: readonly { readonly eventId: string | null; readonly reason: string }[];
};
