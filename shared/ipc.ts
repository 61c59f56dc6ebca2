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
  /** What this window runs on. */
  appInfo: verb({
    channel: 'muster:app-info',
    request: z.undefined(),
    reply: z.object({ version: z.string(), electron: z.string(), platform: z.string() }),
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
  };
}
