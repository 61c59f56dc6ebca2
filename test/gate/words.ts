/** A forbidden phrase, with its replacement. */
export type Word = { readonly never: RegExp; readonly say: string };

/** Phrases forbidden on screens, in API summaries and in command help. */
export const SCREEN_WORDS: readonly Word[] = [
  { never: /\b[Gg]o on\b|\bgoes on\b/, say: 'Resume, Continue' },
  { never: /\bby (?:it|them)sel(?:f|ves)\b/, say: 'automatically' },
  { never: /\ball the same\b/, say: 'anyway' },
  { never: /\b[Tt]hrow(?:n|s)? (?:\w+ )?away\b/, say: 'discard' },
  { never: /\b[Pp]ut back\b/, say: 'Undo, Revert' },
  { never: /\b[Tt]urn(?:ed|s|ing)? round\b/, say: 'Reverse' },
  { never: /\b[Tt]ake (?:\w+ )?back\b|\btaken back\b/, say: 'Cancel' },
  { never: /\b[Ll]et (?:\w+ )?go\b|\blet headsets in\b/i, say: 'Discard; Allow LAN access' },
  { never: /\b[Ss]eal(?:ed|s)?\b/, say: 'encrypted backup' },
  { never: /\b[Ll]ook inside\b|\b[Ll]ook at\b/, say: 'Inspect, check' },
  { never: /\b(?:is|are) already so\b|\b[Aa]lready so\b/, say: 'unchanged' },
  { never: /\bleft out\b|\b[Ll]eave (?:it|them) out\b/, say: 'skipped, Skip' },
  { never: /\bheard\b|\b[Ss]ign of life\b/i, say: 'seen, Last seen' },
  { never: /\bplaces?\b/i, say: 'slot' },
  { never: /\bmakers?\b/, say: 'manufacturer' },
  { never: /\banew\b/, say: 'again' },
  { never: /\bleapt\b/, say: 'jumped' },
  { never: /\bstands? (?:below|under|in|here|there|already)\b/, say: 'appears, is' },
  { never: /\bneeds? you\b/, say: 'needs attention' },
  { never: /\b[Hh]and (?:this window|over this)\b|\bhanded over\b(?! by)/, say: 'Lock to Class mode' },
  { never: /\bTick\b|\btick\b/, say: 'Select' },
  { never: /\blook here\b/i, say: 'Eyes on me, attention mode' },
  { never: /\bwaits?\b (?:for|its)\b/, say: 'pending, queued' },
  { never: /\bset aside\b|\bkept aside\b/i, say: 'not used' },
  { never: /\b[Tt]ie(?:d|s)?\b/, say: 'Link, linked' },
  { never: /\bshall\b/, say: 'must, will' },
  { never: /\bdo(?:es)? not take\b|\b(?:is|was|were) not taken\b/, say: 'reject' },
  { never: /\b[Oo]ne a line\b/, say: 'One per line' },
  { never: /\bforg(?:et|ets|otten)\b/i, say: 'clear, delete' },
  { never: /\bin the way\b/, say: 'blocks' },
  { never: /\b(?:been|is|are|was|were) told\b|^Told\b/, say: 'notified, received' },
  { never: /\bconflicts? to decide\b/, say: 'conflict to resolve' },
  { never: /\bhalf or more\b|\bunder half\b/i, say: 'a percentage' },
  { never: /\bat the cables?\b/, say: 'by cable' },
];

/** Allowed matches of a pattern: a phrase, and why. */
export const SCREEN_EXCEPTIONS: Readonly<Record<string, string>> = {};

/** Parts of names that an engineer of the field would not guess, as whole words of a camel-case or constant name. */
export const NAME_WORDS: readonly Word[] = [
  { never: /^(?:MOST|LONGEST|SHORTEST)(?:_|$)/, say: 'MAX_, MIN_' },
  { never: /^USUAL(?:_|$)/, say: 'DEFAULT_' },
  {
    never: /^(?:goOn|letGo|putBack|takeBack|takeOver|anew|neverHeard|toDesk)$/,
    say: 'resume, discard, revert, cancel, transfer',
  },
  {
    never: /^(?:nobodyCan|nothingThere|pastWait|isElsewhere)$/,
    say: 'noneSupported, deviceGone, deadlinePassed',
  },
  {
    never: /^(?:useFigures|useReading|lookForRoom|lookForStations)$/,
    say: 'useFormat, useQuery, estimateSpace, scan',
  },
  {
    never: /^(?:Teller|Keeper|Came|Brought|Sharing|Desk|Holder|Forgetting|Told|Heard|Wish)$/,
    say: 'a noun of the field',
  },
  {
    never: /^(?:tell|told|heard|heardMs|hear|news|setNews|wish|wishes|leap|leapt|isLeap|poke|halt|keeper)$/,
    say: 'publish, reported, lastSeenMs, update, request, change, jump, probe, stop',
  },
  {
    never: /^(?:giveUntil|keepLooking|lookAgain|lookAround|setAside|takeUp|askFor)/,
    say: 'send, scan, quarantine, restore, request',
  },
  {
    never:
      /^(?:callOff|putOff|takeOff|foresee|foreseen|obey|heed|hurry|hasten|mend|mended|reckon|reckoned|recall)$/,
    say: 'cancel, dismiss, preview, execute, follow, send, repair, estimate, cached',
  },
  {
    never:
      /^(?:isThrough|isMeant|isMended|isHis|isMine|endWell|endBadly|makeByItself|isMadeByItself|nothingTo)$/,
    say: 'isComplete, isTarget, isRepaired, isOwn, succeed, fail, isScheduled',
  },
  {
    never:
      /^(?:Asker|Belief|Blame|Forgetful|Happen|Lacking|Nowhere|Obey|Particulars|Says|Sought|GotCommand|sayings)$/,
    say: 'a noun of the field',
  },
  { never: /^forget(?:[A-Z]|$)/, say: 'delete, clear, prune' },
];

/** Folders whose names follow the list: all code. */
export const NAMED_FOLDERS: readonly string[] = ['main', 'preload', 'renderer', 'shared', 'test'];

/** Names of the list that stay: the name, or the key of a sentence, and why. */
export const NAME_EXCEPTIONS: Readonly<Record<string, string>> = {
  setAside: 'A field of `GET /station/sync`.',
  'fleet.column.heard': 'The id of a column, which saved views contain.',
  'sync.cause.heard': 'A cause of a run in `GET /station/sync/runs`.',
  'sync.summary.setAside_one': 'A count of a run in `GET /station/sync/runs`.',
  'sync.summary.setAside_other': 'A count of a run in `GET /station/sync/runs`.',
};
