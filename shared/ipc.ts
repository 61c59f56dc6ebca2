import { z } from 'zod';

import { CHANNELS } from './ipc-channels.ts';

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
/** A file name as a person may keep it: no folder in it, and of a kind that a double click opens and does not run. */
const fileName = z.string().regex(/^[^/\\:*?"<>|\p{Cc}]{1,115}\.(csv|json|txt)$/u);

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
    .enum([
      'FEED_INVALID',
      'FEED_UNREACHABLE',
      'DOWNLOAD_FAILED',
      'SIGNATURE_WRONG',
      'LIST_EXPIRED',
      'INSTALL_FAILED',
    ])
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
    channel: CHANNELS.connection,
    request: z.undefined(),
    reply: z.object({ url: z.url(), token: z.string().min(1) }),
  }),
  /**
   * What this window runs on. `keyProtection`: `system` where the station's key is sealed for the person who is logged in;
   * `weak` where the system offers only a fixed password for that; `file` where it offers nothing.
   */
  appInfo: verb({
    channel: CHANNELS.appInfo,
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
    channel: CHANNELS.print,
    request: z.undefined(),
    reply: z.object({ isPrinted: z.boolean() }),
  }),
  /** Tells the person something while the window is not in front. */
  notify: verb({
    channel: CHANNELS.notify,
    request: z.object({ title: z.string().min(1).max(120), body: z.string().max(400) }),
    reply: done,
  }),
  /** Asks where to keep a text, and writes it there. */
  saveText: verb({
    channel: CHANNELS.saveText,
    request: z.object({ name: fileName, text: z.string().max(32 * 1024 * 1024) }),
    reply: z.object({ isSaved: z.boolean() }),
  }),
  /** Opens an address of the allow-list in the person's browser. */
  openLink: verb({
    channel: CHANNELS.openLink,
    request: z.object({ url: z.url() }),
    reply: z.object({ isOpened: z.boolean() }),
  }),
  /** Whether Muster starts when the person logs in. */
  launchAtLogin: verb({
    channel: CHANNELS.launchAtLogin,
    request: z.undefined(),
    reply: z.object({ isOn: z.boolean() }),
  }),
  setLaunchAtLogin: verb({
    channel: CHANNELS.setLaunchAtLogin,
    request: z.object({ isOn: z.boolean() }),
    reply: z.object({ isOn: z.boolean() }),
  }),
  updates: verb({ channel: CHANNELS.updates, request: z.undefined(), reply: updateStateSchema }),
  setUpdates: verb({
    channel: CHANNELS.setUpdates,
    request: z.object({ isOn: z.boolean(), feed: z.string().max(2_048) }),
    reply: updateStateSchema,
  }),
  checkForUpdates: verb({
    channel: CHANNELS.checkForUpdates,
    request: z.undefined(),
    reply: updateStateSchema,
  }),
  /** Restarts into the version that is ready; refused while headsets enrol or fetch. */
  installUpdate: verb({
    channel: CHANNELS.installUpdate,
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
