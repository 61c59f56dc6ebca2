import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Structured logs on standard error. Whatever could carry a secret is cut out before it is written. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
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
    destination ?? pino.destination({ fd: 2, sync: true }),
  );
}
