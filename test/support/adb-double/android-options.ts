/** The properties of a double; absent ones are those of a new headset. */
export type AndroidOptions = {
  readonly serial: string;
  readonly manufacturer?: string;
  readonly model?: string;
  readonly sdk?: number;
  readonly battery?: number;
  /** MAC address of its Wi-Fi; without one it has no such interface. */
  readonly macAddress?: string;
  /** Package names of APKs by their digest: the double does not read manifests. */
  readonly packageOf: (sha256: string) => string | undefined;
  /** Its address on the Wi-Fi; absent: it is on none. */
  readonly wifiAddress?: string;
  /** Its id for the shell; the same until it is reset. */
  readonly androidId?: string;
  /** Version of Android. */
  readonly release?: string;
  /** Without `cmd` it installs only files on its own disk. */
  readonly hasCmd?: boolean;
};
