import { parseArgs } from 'node:util';

import type { z } from 'zod';

/** Wrong flags. The message is for the person who typed them. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the flags of a command line by name: those of a schema, and `help`. @throws {UsageError} for any other. */
export function givenFlags(
  schema: z.ZodObject<Record<string, z.ZodType>>,
  args: string[],
): Record<string, unknown> {
  const options = Object.entries(schema.shape).map(([name, value]) => {
    const isSwitch = value.safeParse(true).success;
    return [name, { type: isSwitch ? ('boolean' as const) : ('string' as const) }] as const;
  });
  try {
    const known = { ...Object.fromEntries(options), help: { type: 'boolean' as const } };
    return { ...parseArgs({ args, options: known, strict: true, allowPositionals: false }).values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Returns the values of flags as their schema has them. @throws {UsageError} for the first that is wrong. */
export function valuesOf<Schema extends z.ZodObject>(
  schema: Schema,
  flags: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const read = schema.safeParse(flags);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(`--${String(issue?.path[0] ?? '')} ${issue?.message ?? ''}`);
}

/** Aborted at the first Ctrl C. A second one ends the process at once. */
export function endSignal(): AbortSignal {
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (end.signal.aborted) process.exit(1);
      end.abort();
    });
  }
  return end.signal;
}

/** Returns the exit code of a command: its own, 1 if it fails, 2 for wrong flags. The reason is printed. */
export async function exitCodeOf(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(isUsage ? `${message}\nSee --help.\n` : `${message}\n`);
    return isUsage ? 2 : 1;
  }
}
