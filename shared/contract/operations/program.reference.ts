import type { UpdateState } from '../../update-state.ts';
import type { OperationExamples } from '../reference/reference.ts';

const settings = { isOn: true, feed: '/media/usb/muster' };
const state: UpdateState = { ...settings, state: 'ready', isBusy: false, version: '0.2.0', problem: null };

export const examples: OperationExamples = {
  getProgram: { reply: { version: '0.1.0', canQuit: true, updates: 'here' } },
  openProgramWindow: {
    reply: { url: 'http://127.0.0.1:7440/#launch=Zm9ydHktdHdv', version: '0.1.0' },
  },
  getUpdates: { reply: state },
  setUpdates: { body: settings, reply: state },
  checkForUpdates: { reply: state },
  installUpdate: { reply: { ...state, state: 'installing' } },
};
