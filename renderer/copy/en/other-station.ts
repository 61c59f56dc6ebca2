import type { Instead } from '../say-other-station.ts';
import type { en } from './index.ts';

/** What to say for the central where it is another station, which this one works together with. */
export const otherStation: Instead<typeof en> = {
  words: [
    [/\bthe central\b/g, 'the other station'],
    [/\bThe central\b/g, 'The other station'],
    [/^central$/, 'other station'],
    [/^Central\b/, 'Other station'],
  ],
  texts: {
    sync: {
      line: { offlineSince: 'Without the other station since {{when}}' },
      title: { upToDate: 'This station and the other one are in sync' },
      connectionState: { label: 'This station and the other one' },
      failure: {
        why: {
          NOT_THIS_INTERFACE: 'The answer is not that of the other station. Other headsets are not affected.',
        },
      },
      reason: {
        CLOCK_OFF: { next: 'Set the clocks of both computers.' },
        TOKEN_REFUSED: { next: 'Choose each other again on both stations, under Now.' },
        FORBIDDEN: { next: 'Choose each other again on both stations, under Now.' },
        SERVER_ERROR: { next: 'Try again later, or restart the other station.' },
        NOT_THIS_INTERFACE: { what: 'Something answers at this address, but it is not the other station.' },
        ENDLESS_PAGES: { next: 'Restart the other station.' },
      },
    },
  },
};
