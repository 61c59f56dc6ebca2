import type { TFunction } from 'i18next';

import { AFTER_MISSING, BETWEEN_CHOICES, PLAIN_MESSAGES } from '../../shared/contract/plain-messages.ts';
import { validation } from './en/validation.ts';

type Key = keyof typeof validation;

/** Every sentence with its values, as a pattern. */
const PATTERNS = Object.entries(validation)
  .filter(([key]) => key !== 'or' && key !== 'missingAnd')
  .map(([key, sentence]) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object
    key: key as Key,
    pattern: new RegExp(`^${escaped(sentence).replaceAll(/\\\{\\\{(\w+)\\\}\\\}/g, '(?<$1>.+)')}$`),
  }));

/**
 * Returns what the station says about a wrong value in the language of the interface; undefined if it is not one of
 * the sentences of the contract, such as one from another release.
 */
export function validationMessage(message: string, t: TFunction<'validation'>): string | undefined {
  const both = (separator: string, first: string, second: string): string | undefined => {
    const parts = [first, second].map((part) => validationMessage(part, t));
    return parts[0] === undefined || parts[1] === undefined
      ? undefined
      : t(separator === BETWEEN_CHOICES ? 'or' : 'missingAnd', { first: parts[0], second: parts[1] });
  };
  for (const { key, pattern } of PATTERNS) {
    const values = pattern.exec(message)?.groups;
    if (values !== undefined || message === validation[key]) return t(key, { replace: { ...values } });
  }
  const choice = message.indexOf(BETWEEN_CHOICES);
  if (choice >= 0)
    return both(BETWEEN_CHOICES, message.slice(0, choice), message.slice(choice + BETWEEN_CHOICES.length));
  const start = PLAIN_MESSAGES.missing + AFTER_MISSING;
  if (message.startsWith(start))
    return both(AFTER_MISSING, PLAIN_MESSAGES.missing, message.slice(start.length));
  // Within one of several forms the station names the place first.
  const [, place, rest] = /^([\w.]+): (.+)$/.exec(message) ?? [];
  const inner = rest === undefined ? undefined : validationMessage(rest, t);
  return inner === undefined ? undefined : `${place}: ${inner}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
