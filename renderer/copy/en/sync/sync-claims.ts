/** Sync: two headsets in one slot, one headset in two, or a deleted slot. */
export const syncClaims = {
  title: {
    claimed: 'Slot {{slot}} is claimed by two headsets',
    twice: 'One headset is in two slots: {{slot}} and {{other}}',
    gone: 'Slot {{slot}} no longer exists at the central',
    unclear: 'Is the headset still in slot {{slot}}, or there again?',
  },
  lead: {
    claimed: 'Each side enrolled a headset in it while they were not connected. Which one keeps {{slot}}?',
    twice: 'Enrolled in {{slot}} here, and in {{other}} at the central. Which slot keeps it?',
    gone: 'A headset was enrolled in it here in the meantime. Should it stay?',
    unclear:
      'It was un-enrolled here, but the answer of the central was lost. The central has it in {{slot}}: it was not removed there, or it was enrolled again elsewhere.',
  },
  untilDecided: {
    claimed: 'Both keep working until you decide.',
    twice: 'Nothing changes until you decide.',
    gone: 'Nothing changes until you decide.',
    unclear: 'If the central removes it in the meantime, this is settled.',
  },
  before: {
    free: 'At the last sync, {{slot}} was free at the central.',
    taken: 'At the last sync, {{headset}} was in {{slot}} at the central.',
  },
  headset: 'Headset',
  nobody: 'No headset',
  side: { here: 'This station', there: 'Central', other: 'Other station' },
  fact: {
    station: 'Station',
    enrolled: 'Enrolled',
    by: 'By',
    lastSeen: 'Last seen',
    profile: 'Profile',
    label: 'Slot name',
    history: 'History',
  },
  events_one: '{{count, number}} event',
  events_other: '{{count, number}} events',
  effect: {
    here: {
      moves: 'Nothing changes on this headset. The other one moves to {{free}}.',
      leaves: 'Nothing changes on this headset. The other one is un-enrolled by its station.',
    },
    there: {
      moves: 'The headset here moves to {{free}}, with its settings and history.',
      leaves: 'The headset here is un-enrolled. Its settings and history stay here.',
    },
  },
  effectOf: {
    twice: {
      here: 'The headset stays in {{slot}}, and {{other}} is archived.',
      there: 'The headset is un-enrolled here, and {{slot}} is free.',
    },
    gone: {
      here: 'The headset works at this station only.',
      there: 'The headset here is un-enrolled. Its history stays here.',
    },
    unclear: {
      here: 'The headset is un-enrolled at the central, and {{slot}} is free.',
      there: 'The headset stays in {{slot}}, and is shown in it here too.',
    },
  },
  free: {
    title: 'Free slot for the other headset',
    none: 'None',
    note: {
      here: 'The headset of the central gets it when its station next connects.',
      there: 'The headset here gets it now.',
    },
  },
  keep: {
    claimed: { here: 'Keep {{slot}} here', there: 'Leave {{slot}} to the other headset' },
    twice: { here: 'Keep it in {{slot}}', there: 'Keep it in {{other}}' },
    gone: { here: 'Keep it here only', there: 'Un-enrol the headset' },
    unclear: { here: 'Un-enrol it from {{slot}}', there: 'Leave it in {{slot}}' },
  },
  note: 'No history is deleted.',
};
