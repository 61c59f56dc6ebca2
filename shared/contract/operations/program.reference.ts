import type { UpdateState } from '../../update-state.ts';
import type { Descriptions, OperationExamples } from '../reference/reference.ts';

const settings = { isOn: true, feed: '/media/usb/muster' };
const state: UpdateState = { ...settings, state: 'ready', isBusy: false, version: '0.2.0', problem: null };

/** Examples of operations about the program. */
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

export const descriptions: Descriptions = {
  Program: 'The program that runs the station.',
  'Program.version': 'Version of Muster.',
  canQuit: 'Whether a person can quit the program in the interface.',
  updates:
    'How the program is updated: by the operations below `/station/program/updates`, by the package manager of the system, or elsewhere.',
  UpdateState: 'State of updates of the program.',
  'UpdateState.isOn': 'Whether a person wants updates. Off at first.',
  feed: 'Where new versions come from: an https URL, or the path of a folder or archive on the station’s computer.',
  'UpdateState.state':
    '`waiting`: found, and downloaded once the station is idle. `ready`: verified, and installed when a person wants it. `unavailable`: this copy has no release key.',
  isBusy: 'Whether headsets enrol or download or a sync runs: nothing is downloaded or installed meanwhile.',
  'UpdateState.version': 'The new version, while there is one; null otherwise.',
  'UpdateState.problem': 'Why there is no update; null if nothing is wrong.',
};
