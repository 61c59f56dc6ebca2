import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Commands with a button; the names are those of the agents. */
export const COMMANDS = [
  'launch-app',
  'stop-app',
  'identify',
  'set-volume',
  'lock',
  'unlock',
  'reboot',
  'start-stream',
  'stop-stream',
] as const;
export type Command = (typeof COMMANDS)[number];

const NAMED = [...COMMANDS, 'set-quality', 'unenroll', 'ping'] as const;

/** Returns the name of a command; an unknown one keeps the name under which it was sent. */
export type CommandNames = (event: string) => string;

/** Returns the names of commands in the current language. */
export function useCommandNames(): CommandNames {
  const { t } = useTranslation('headset');
  return useMemo(
    () => (event) => {
      const known = NAMED.find((each) => each === event);
      return known === undefined ? event : t(`commandName.${known}`);
    },
    [t],
  );
}
