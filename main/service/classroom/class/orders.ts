import type { ClassAction } from '../../../../shared/contract/classroom/class-run.ts';
import type { CommandToSend } from '../../commands/index.ts';

/** What headsets are told. */
export function commandOf(action: ClassAction): CommandToSend {
  switch (action.do) {
    case 'start':
      return { event: 'launch-app', message: { packageName: action.packageName } };
    case 'stop':
      return { event: 'stop-app', message: {} };
    case 'volume':
      return { event: 'set-volume', message: { volume: action.volume } };
    case 'identify':
      return { event: 'identify', message: {} };
    case 'look':
      return { event: 'lock', message: {} };
    case 'resume':
      return { event: 'unlock', message: {} };
  }
}

/** Which part of a headset an order is about: a newer order of the part replaces an older one. Null: of nothing that stays. */
export function partOf(action: ClassAction): 'app' | 'eyes' | 'volume' | null {
  switch (action.do) {
    case 'start':
    case 'stop':
      return 'app';
    case 'look':
    case 'resume':
      return 'eyes';
    case 'volume':
      return 'volume';
    case 'identify':
      return null;
  }
}

/** True where what a headset reports to be in front shows that the order was carried out. */
export function shows(action: ClassAction, runningPackage: string | null): boolean {
  return action.do === 'start' ? runningPackage === action.packageName : runningPackage === null;
}
