/** What ends the waiting of a headset that is not synced yet. */
export const syncWaits = {
  run: 'The next sync tries it.',
  decision: 'It waits for your decision about its slot.',
  slot: 'It waits for {{slot}}, where its headset moved.',
  person: {
    REFUSED: 'It waits for you: change it, discard it, or try again.',
    PAUSED: 'It waits until you resume sync.',
    NO_CENTRAL: 'It waits until you connect a central.',
    SLOT_GONE: 'Its events wait for you: save them as a file on the page Now.',
    other: 'It waits until sync continues; the page Now says who must act.',
  },
};
