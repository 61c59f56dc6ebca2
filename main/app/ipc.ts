import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';

import { ipc, type IpcHandlers, type Verb } from '../../shared/ipc.ts';

/**
 * Answers the page's calls. A call from another page or frame, or with invalid data, is refused before its handler
 * runs; an invalid reply is never sent.
 */
export function bindIpc(handlers: IpcHandlers, isOurPage: (event: IpcMainInvokeEvent) => boolean): void {
  function bind<Request extends z.ZodType, Reply extends z.ZodType>(
    verb: Verb<Request, Reply>,
    handle: (request: z.output<Request>) => z.input<Reply> | Promise<z.input<Reply>>,
  ): void {
    ipcMain.handle(verb.channel, async (event, request: unknown) => {
      if (!isOurPage(event)) throw new Error(`${verb.channel} was called by a foreign page`);
      return verb.reply.parse(await handle(verb.request.parse(request)));
    });
  }
  bind(ipc.connection, handlers.connection);
  bind(ipc.appInfo, handlers.appInfo);
  bind(ipc.print, handlers.print);
  bind(ipc.notify, handlers.notify);
  bind(ipc.saveText, handlers.saveText);
  bind(ipc.openLink, handlers.openLink);
  bind(ipc.launchAtLogin, handlers.launchAtLogin);
  bind(ipc.setLaunchAtLogin, handlers.setLaunchAtLogin);
  bind(ipc.updates, handlers.updates);
  bind(ipc.setUpdates, handlers.setUpdates);
  bind(ipc.checkForUpdates, handlers.checkForUpdates);
  bind(ipc.installUpdate, handlers.installUpdate);
}
