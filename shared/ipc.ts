import { z } from 'zod';

import { CHANNELS } from './ipc-channels.ts';
import { updateSettingsSchema, updateStateSchema } from './update-state.ts';

/** A request from the page to the desktop shell: its channel, and the schemas of both directions. */
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
/** A file name that a person may save: without folders, and of a type that opens and does not run on a double click. */
const fileName = z.string().regex(/^[^/\\:*?"<>|\p{Cc}]{1,115}\.(csv|json|txt)$/u);

/**
 * Everything that crosses between page and desktop shell: only what needs Electron.
 * Whatever a browser could do as well belongs on HTTP, in the contract.
 */
export const ipc = {
  /** Returns the station's URL and a session token, new at every call. */
  connection: verb({
    channel: CHANNELS.connection,
    request: z.undefined(),
    reply: z.object({ url: z.url(), token: z.string().min(1) }),
  }),
  /**
   * Returns the platform of this window. `keyProtection`: `system` if the station's key is encrypted for the
   * logged-in user; `weak` if the system has only a fixed password for that; `file` if it has nothing.
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
  /** Prints the current page, such as a sheet of labels; the system asks for the printer. */
  print: verb({
    channel: CHANNELS.print,
    request: z.undefined(),
    reply: z.object({ isPrinted: z.boolean() }),
  }),
  /** Shows a notification while the window is in the background. */
  notify: verb({
    channel: CHANNELS.notify,
    request: z.object({ title: z.string().min(1).max(120), body: z.string().max(400) }),
    reply: done,
  }),
  /** Asks where to save a text, and writes it there. */
  saveText: verb({
    channel: CHANNELS.saveText,
    request: z.object({ name: fileName, text: z.string().max(32 * 1024 * 1024) }),
    reply: z.object({ isSaved: z.boolean() }),
  }),
  /** Opens an allowed URL in the person's browser. */
  openLink: verb({
    channel: CHANNELS.openLink,
    request: z.object({ url: z.url() }),
    reply: z.object({ isOpened: z.boolean() }),
  }),
  /** Reads or sets whether Muster starts at login. */
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
    request: updateSettingsSchema,
    reply: updateStateSchema,
  }),
  checkForUpdates: verb({
    channel: CHANNELS.checkForUpdates,
    request: z.undefined(),
    reply: updateStateSchema,
  }),
  /** Restarts into the downloaded version; refused while headsets enrol or download. */
  installUpdate: verb({
    channel: CHANNELS.installUpdate,
    request: z.undefined(),
    reply: updateStateSchema,
  }),
};

type Ipc = typeof ipc;
type Question<Request> = Request extends undefined ? [] : [request: Request];

/** The API of the desktop window for its page, as `window.muster`. */
export type MusterBridge = {
  readonly [Name in keyof Ipc]: (
    ...question: Question<z.input<Ipc[Name]['request']>>
  ) => Promise<z.output<Ipc[Name]['reply']>>;
};

/** The handlers that the desktop shell must implement, one for every request. */
export type IpcHandlers = {
  readonly [Name in keyof Ipc]: (
    request: z.output<Ipc[Name]['request']>,
  ) => z.input<Ipc[Name]['reply']> | Promise<z.input<Ipc[Name]['reply']>>;
};
