/** What a headset that is not synced yet is pending on. */
export const syncWaits = {
  run: 'The next sync tries it.',
  decision: 'Pending your decision about its slot.',
  slot: '{{slot}}, where its headset moved, comes first.',
  person: {
    REFUSED: 'Change it, discard it, or try again.',
    PAUSED: 'Pending until you resume sync.',
    NO_CENTRAL: 'Pending until you connect a central.',
    SLOT_GONE: 'Its events are pending: save them as a file on the page Now.',
    other: 'Pending until sync continues; the page Now says who must act.',
  },
};
