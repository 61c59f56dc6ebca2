import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';

import { ipc, type IpcHandlers, type Verb } from '../../shared/ipc.ts';

/**
 * Answers the page's questions. A question from any other page or frame, or of the wrong shape, is refused
 * before its handler sees it; a wrong answer never leaves.
 */
export function bindIpc(handlers: IpcHandlers, isOurPage: (event: IpcMainInvokeEvent) => boolean): void {
  function bind<Request extends z.ZodType, Reply extends z.ZodType>(
    verb: Verb<Request, Reply>,
    handle: (request: z.output<Request>) => z.input<Reply> | Promise<z.input<Reply>>,
  ): void {
    ipcMain.handle(verb.channel, async (event, request: unknown) => {
      if (!isOurPage(event)) throw new Error(`${verb.channel} was asked by a page that is not ours`);
      return verb.reply.parse(await handle(verb.request.parse(request)));
    });
  }
  bind(ipc.connection, handlers.connection);
  bind(ipc.appInfo, handlers.appInfo);
}
