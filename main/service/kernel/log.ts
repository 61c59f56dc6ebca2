import { multistream, pino, type Level, type Logger } from 'pino';

import type { LogFile } from './log-file.ts';

export type { Logger };

/** What the file has of the log, whatever standard error gets. */
const FILE_LEVEL = 'info';

/**
 * Structured logs on standard error from `level` on, and in `file` from `info` on; at `silent` nowhere. Whatever could carry
 * a secret is cut out before it is written.
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
        // Query strings can hold what a client should not have put there.
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
