import { multistream, pino, type Level, type Logger } from 'pino';

import type { LogFile } from './log-file.ts';

export type { Logger };

/** Level of the log file, whatever the level of standard error. */
const FILE_LEVEL = 'info';

/**
 * Opens structured logs on standard error from `level` on, and in `file` from `info` on; nowhere at `silent`. Fields
 * that could hold a secret are removed before writing.
 */
export function openLog(level: string, file: LogFile): Logger {
  const isOnScreen = isLevel(level);
  const isMoreOnScreen = level === 'debug' || level === 'trace';
  return pino(
    {
      level: !isOnScreen ? level : isMoreOnScreen ? level : FILE_LEVEL,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: {
        paths: [
          'authorization',
          '*.authorization',
          'headers.authorization',
          'token',
          '*.token',
          'password',
          '*.password',
        ],
        censor: '[secret]',
      },
      serializers: {
        // Query strings can contain secrets that a client put there by mistake.
        req: (request: { method?: string; url?: string; id?: string }) => ({
          method: request.method,
          path: request.url?.split('?')[0],
          id: request.id,
        }),
      },
    },
    multistream([
      ...(isOnScreen ? [{ level, stream: pino.destination({ fd: 2, sync: true }) }] : []),
      { level: FILE_LEVEL, stream: file },
    ]),
  );
}

function isLevel(text: string): text is Level {
  return Object.hasOwn(pino.levels.values, text);
}
