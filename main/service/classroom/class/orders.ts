import type { ClassAction } from '../../../../shared/contract/classroom/class-run.ts';
import type { CommandToSend } from '../../commands/index.ts';

/** Returns the command for an action. */
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
    case 'video':
      return { event: 'play-video', message: { contentId: action.contentId } };
    case 'videoPause':
      return { event: 'pause-video', message: {} };
    case 'videoRestart':
      return { event: 'restart-video', message: {} };
    case 'url':
      return { event: 'open-url', message: { url: action.url } };
    case 'text':
      return { event: 'show-text', message: { text: action.text } };
    case 'brightness':
      return { event: 'set-brightness', message: { brightness: action.brightness } };
    case 'powerOff':
      return { event: 'power-off', message: {} };
  }
}

/**
 * Returns which part of a headset an action is about: a newer action on the part replaces an older one. Null: no
 * lasting effect.
 */
export function partOf(action: ClassAction): 'app' | 'eyes' | 'volume' | 'brightness' | null {
  switch (action.do) {
    case 'start':
    case 'stop':
    case 'video':
    case 'url':
      return 'app';
    case 'look':
    case 'resume':
      return 'eyes';
    case 'volume':
      return 'volume';
    case 'brightness':
      return 'brightness';
    case 'identify':
    case 'videoPause':
    case 'videoRestart':
    case 'text':
    case 'powerOff':
      return null;
  }
}

/** Returns true if the app that a headset reports in the foreground shows that the action was carried out. */
export function shows(action: ClassAction, runningPackage: string | null): boolean {
  return action.do === 'start' ? runningPackage === action.packageName : runningPackage === null;
}
