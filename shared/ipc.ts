import { z } from 'zod';

/** One question the page may ask the desktop shell: its channel, and the schema of both directions. */
export type Verb<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  readonly channel: `muster:${string}`;
  readonly request: Request;
  readonly reply: Reply;
};

function verb<Request extends z.ZodType, Reply extends z.ZodType>(
  definition: Verb<Request, Reply>,
): Verb<Request, Reply> {
  return definition;
}

const done = z.undefined();
/** A file name as a person may keep it: no folder in it. */
const fileName = z.string().regex(/^[^/\\:*?"<>|\p{Cc}]{1,120}$/u);

/** How updates stand. `unavailable`: this copy of Muster cannot update itself. */
export const updateStateSchema = z.object({
  isOn: z.boolean(),
  /** Where new versions are looked for: an address, or a folder of this computer or its network. */
  feed: z.string(),
  /** `waiting`: found, and fetched once nothing is under way. `installing`: the station stops for it. */
  state: z.enum([
    'unavailable',
    'off',
    'current',
    'looking',
    'waiting',
    'downloading',
    'ready',
    'installing',
    'failed',
  ]),
  /** Headsets enrol or fetch, or a sync runs: nothing is fetched or installed meanwhile. */
  isBusy: z.boolean(),
  /** The version that is being fetched or is ready. */
  version: z.string().nullable(),
  problem: z
    .enum(['FEED_INVALID', 'FEED_UNREACHABLE', 'DOWNLOAD_FAILED', 'SIGNATURE_WRONG', 'INSTALL_FAILED'])
    .nullable(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

/**
 * Everything that crosses between page and desktop shell: only what needs Electron.
 * Whatever a browser could do as well belongs on HTTP, in the contract.
 */
export const ipc = {
  /** Where the station answers, and a session token for it, fresh at every call. */
  connection: verb({
    channel: 'muster:connection',
    request: z.undefined(),
    reply: z.object({ url: z.url(), token: z.string().min(1) }),
  }),
  /**
   * What this window runs on. `keyProtection`: `system` where the station's key is sealed for the person who is logged in;
   * `weak` where the system offers only a fixed password for that; `file` where it offers nothing.
   */
  appInfo: verb({
    channel: 'muster:app-info',
    request: z.undefined(),
    reply: z.object({
      version: z.string(),
      electron: z.string(),
      platform: z.string(),
      keyProtection: z.enum(['system', 'weak', 'file']),
    }),
  }),
  /** Prints the page as it stands, such as a sheet of labels; the system asks for the printer. */
  print: verb({
    channel: 'muster:print',
    request: z.undefined(),
    reply: z.object({ isPrinted: z.boolean() }),
  }),
  /** Tells the person something while the window is not in front. */
  notify: verb({
    channel: 'muster:notify',
    request: z.object({ title: z.string().min(1).max(120), body: z.string().max(400) }),
    reply: done,
  }),
  /** Asks where to keep a text, and writes it there. */
  saveText: verb({
    channel: 'muster:save-text',
    request: z.object({ name: fileName, text: z.string().max(32 * 1024 * 1024) }),
    reply: z.object({ isSaved: z.boolean() }),
  }),
  /** Opens an address of the allow-list in the person's browser. */
  openLink: verb({
    channel: 'muster:open-link',
    request: z.object({ url: z.url() }),
    reply: z.object({ isOpened: z.boolean() }),
  }),
  /** Whether Muster starts when the person logs in. */
  launchAtLogin: verb({
    channel: 'muster:launch-at-login',
    request: z.undefined(),
    reply: z.object({ isOn: z.boolean() }),
  }),
  setLaunchAtLogin: verb({
    channel: 'muster:set-launch-at-login',
    request: z.object({ isOn: z.boolean() }),
    reply: z.object({ isOn: z.boolean() }),
  }),
  updates: verb({ channel: 'muster:updates', request: z.undefined(), reply: updateStateSchema }),
  setUpdates: verb({
    channel: 'muster:set-updates',
    request: z.object({ isOn: z.boolean(), feed: z.string().max(2_048) }),
    reply: updateStateSchema,
  }),
  checkForUpdates: verb({
    channel: 'muster:check-for-updates',
    request: z.undefined(),
    reply: updateStateSchema,
  }),
  /** Restarts into the version that is ready; refused while headsets enrol or fetch. */
  installUpdate: verb({
    channel: 'muster:install-update',
    request: z.undefined(),
    reply: updateStateSchema,
  }),
};

type Ipc = typeof ipc;
type Question<Request> = Request extends undefined ? [] : [request: Request];

/** What the desktop window offers its page, as `window.muster`. */
export type MusterBridge = {
  readonly [Name in keyof Ipc]: (
    ...question: Question<z.input<Ipc[Name]['request']>>
  ) => Promise<z.output<Ipc[Name]['reply']>>;
};

/** What the desktop shell must answer: one handler for every verb. */
export type IpcHandlers = {
  readonly [Name in keyof Ipc]: (
    request: z.output<Ipc[Name]['request']>,
  ) => z.input<Ipc[Name]['reply']> | Promise<z.input<Ipc[Name]['reply']>>;
};

/** The bridge over any carrier. Both what is sent and what comes back are checked against the verb's schemas. */
export function bridgeOver(carry: (channel: string, request: unknown) => Promise<unknown>): MusterBridge {
  async function ask<Request extends z.ZodType, Reply extends z.ZodType>(
    asked: Verb<Request, Reply>,
    request: z.input<Request>,
  ): Promise<z.output<Reply>> {
    return asked.reply.parse(await carry(asked.channel, asked.request.parse(request)));
  }
  return {
    connection: () => ask(ipc.connection, undefined),
    appInfo: () => ask(ipc.appInfo, undefined),
    print: () => ask(ipc.print, undefined),
    notify: (request) => ask(ipc.notify, request),
    saveText: (request) => ask(ipc.saveText, request),
    openLink: (request) => ask(ipc.openLink, request),
    launchAtLogin: () => ask(ipc.launchAtLogin, undefined),
    setLaunchAtLogin: (request) => ask(ipc.setLaunchAtLogin, request),
    updates: () => ask(ipc.updates, undefined),
    setUpdates: (request) => ask(ipc.setUpdates, request),
    checkForUpdates: () => ask(ipc.checkForUpdates, undefined),
    installUpdate: () => ask(ipc.installUpdate, undefined),
  };
}
