import type { Brand } from '../../../../shared/contract/devices/reported.ts';
import { ADB_ACTIONS } from '../../../../shared/domain/configuration/adb/actions.ts';
import {
  type AdbCapability,
  type AdbFact,
  factOn,
} from '../../../../shared/domain/configuration/adb/facts.ts';
import { ADB_SETTINGS } from '../../../../shared/domain/configuration/adb/settings.ts';

const NAMES: readonly (readonly [Brand, string])[] = [
  ['meta', 'Quest'],
  ['pico', 'PICO'],
  ['htc', 'VIVE'],
  ['generic', 'other'],
];
const WORDS = { yes: 'yes', partial: 'partly', no: 'no' } as const;
const HEAD = [
  `| | ${NAMES.map(([, name]) => name).join(' | ')} | how, or why not | source |`,
  `| --- |${' --- |'.repeat(NAMES.length + 2)}`,
];

/** Returns the tables of `docs/headsets.md`: actions, settings that adb writes, and settings that it does not. */
export function capabilityTables(): readonly string[] {
  const settings = [...ADB_SETTINGS].filter(([path]) => !path.includes('[]'));
  const isWritten = ([, capability]: readonly [string, AdbCapability]): boolean =>
    NAMES.some(([brand]) => factOn(capability, brand).support !== 'no');
  const unsupported = Map.groupBy(
    settings.filter((each) => !isWritten(each)),
    ([, { how }]) => how.replace('By adb: not supported. ', ''),
  );
  return [
    [...HEAD, ...Object.entries(ADB_ACTIONS).map(toRow)].join('\n'),
    [...HEAD, ...settings.filter(isWritten).map(([path, fact]) => toRow([`\`${path}\``, fact]))].join('\n'),
    [...unsupported]
      .map(([why, fields]) => `- ${why} ${fields.map(([path]) => `\`${path}\``).join(', ')}`)
      .join('\n'),
  ];
}

function toRow([name, capability]: readonly [string, AdbCapability]): string {
  const facts = NAMES.map(([brand, label]) => ({ label, fact: factOn(capability, brand) }));
  const own = facts.filter(({ fact }) => fact.how !== capability.how);
  const hows = [capability.how, ...own.map(({ label, fact }) => `${label}: ${fact.how}`)];
  const sources = [...new Set(facts.flatMap(({ fact }) => fact.source.split('; ')))];
  return `| ${name} | ${facts.map(({ fact }) => toCell(fact)).join(' | ')} | ${hows.map((how) => how.replace(/\.$/, '')).join('. ')} | ${sources.join('; ')} |`;
}

function toCell({ support, certainty, since }: AdbFact): string {
  if (support === 'no') return WORDS.no;
  return `${WORDS[support]} (${certainty})${since === undefined ? '' : `, Android ${since}`}`;
}
