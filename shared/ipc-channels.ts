/** The channel of every request from the page to the desktop shell. */
export const CHANNELS = {
  connection: 'muster:connection',
  appInfo: 'muster:app-info',
  print: 'muster:print',
  notify: 'muster:notify',
  saveText: 'muster:save-text',
  openLink: 'muster:open-link',
  launchAtLogin: 'muster:launch-at-login',
  setLaunchAtLogin: 'muster:set-launch-at-login',
  updates: 'muster:updates',
  setUpdates: 'muster:set-updates',
  checkForUpdates: 'muster:check-for-updates',
  installUpdate: 'muster:install-update',
} as const satisfies Readonly<Record<string, `muster:${string}`>>;

/**
 * Returns the bridge over any carrier. It validates nothing: a page could bypass that, so the shell validates
 * requests and replies.
 */
export function bridgeOver(carry: (channel: string, request: unknown) => Promise<unknown>): Bridge {
  const verbs = Object.entries(CHANNELS).map(([name, channel]) => [
    name,
    (request?: unknown): Promise<unknown> => carry(channel, request),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot follow a mapping over names
  return Object.fromEntries(verbs) as Bridge;
}

/** `MusterBridge` of ipc.ts without the types of requests and replies, which would import the validator. */
type Bridge = Readonly<Record<keyof typeof CHANNELS, (request?: unknown) => Promise<unknown>>>;
