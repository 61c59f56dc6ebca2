import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** What a person can tell a headset with one press; the names are those of the agents. */
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

/** What a command is called; one without words keeps the name that it was sent under. */
export type CommandNames = (event: string) => string;

/** The names of commands in the language in use. */
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
