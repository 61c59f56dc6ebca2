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
];

/** Allowed matches of a pattern: a phrase, and why. */
export const SCREEN_EXCEPTIONS: Readonly<Record<string, string>> = {};

/** Parts of names that an engineer of the field would not guess, as whole words of a camel-case or constant name. */
export const NAME_WORDS: readonly Word[] = [
  { never: /^(?:MOST|LONGEST|SHORTEST)_/, say: 'MAX_, MIN_' },
  {
    never: /^(?:goOn|letGo|putBack|takeBack|takeOver|anew)$/,
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
  { never: /^(?:Teller|Keeper|Came|Brought|Sharing|Desk|Holder|Forgetting)$/, say: 'a noun of the field' },
];

/** Folders whose names follow the list. The others are renamed folder by folder, and added here. */
export const RENAMED_FOLDERS: readonly string[] = [
  'main/app',
  'main/cli',
  'main/mdns',
  'main/service/commands',
  'main/service/statistics',
  'main/simulator',
  'renderer/kit',
  'renderer/statistics',
  'renderer/ui',
  'shared/contract/access',
  'shared/contract/classroom',
  'shared/contract/commands',
  'shared/contract/configuration',
  'shared/contract/devices',
  'shared/contract/enrolment',
  'shared/contract/examples',
  'shared/contract/network',
  'shared/contract/operations',
  'shared/contract/statistics',
  'shared/domain/access',
  'shared/domain/classroom',
  'shared/domain/commands',
  'shared/domain/configuration',
  'shared/domain/content',
  'shared/domain/devices',
  'shared/domain/enrolment',
  'shared/domain/kernel',
  'shared/domain/network',
  'shared/domain/operations',
  'shared/domain/statistics',
];
