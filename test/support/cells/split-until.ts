/**
 * `split-until.ts FROM TO CELL ORGANISATION STEP`: splits a cell and is killed, as by a power cut, when STEP is on
 * disk.
 */
import { splitCell } from '../../../main/service/access/cells/split.ts';

const [from = '', to = '', newCell = '', organisation = '', last = ''] = process.argv.slice(2);

splitCell({ from, to, newCell, organisations: [organisation], cutsFleetAccess: false }, (step) => {
  if (step === last) process.kill(process.pid, 'SIGKILL');
});
