/** The channel of every question that the page may ask the desktop shell. */
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
 * The bridge over any carrier. It checks nothing: a page could pass its check by, so the shell checks what comes in and what it
 * answers.
 */
export function bridgeOver(carry: (channel: string, request: unknown) => Promise<unknown>): Bridge {
  const verbs = Object.entries(CHANNELS).map(([name, channel]) => [
    name,
    (request?: unknown): Promise<unknown> => carry(channel, request),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot follow a mapping over names
  return Object.fromEntries(verbs) as Bridge;
}

/** `MusterBridge` of ipc.ts without the types of what is asked and answered, which would bring the validator along. */
type Bridge = Readonly<Record<keyof typeof CHANNELS, (request?: unknown) => Promise<unknown>>>;
