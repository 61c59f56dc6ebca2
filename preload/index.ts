import { contextBridge, ipcRenderer } from 'electron';

import './no-eval.ts';
import { bridgeOver } from '../shared/ipc.ts';

contextBridge.exposeInMainWorld(
  'muster',
  bridgeOver((channel, request) => ipcRenderer.invoke(channel, request)),
);
