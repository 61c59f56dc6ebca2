import { app } from 'electron';

import { runDesktop } from './app/desktop.ts';

// A second start hands over to the first, which shows its window: one station, one data folder.
if (app.requestSingleInstanceLock()) runDesktop(process.argv.slice(app.isPackaged ? 1 : 2));
else app.quit();
