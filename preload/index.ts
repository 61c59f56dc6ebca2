import { contextBridge, ipcRenderer } from 'electron';

import { bridgeOver } from '../shared/ipc-channels.ts';

contextBridge.exposeInMainWorld(
  'muster',
  bridgeOver((channel, request) => ipcRenderer.invoke(channel, request)),
);
