import { z } from 'zod';

/** Current work of the station, for the desktop shell. */
export const activitySchema = z.object({
  /** Enrolled headsets, and those with an open link. */
  headsets: z.int(),
  linked: z.int(),
  /** Downloads to headsets, and running uploads. */
  downloads: z.int(),
  uploads: z.int(),
  /** Live codes: an enrolment is in progress. */
  codes: z.int(),
  /** Running syncs with the central: at most one. */
  syncs: z.int(),
});
export type Activity = z.infer<typeof activitySchema>;

/** Orders from the desktop shell to its service process. */
export const serviceOrderSchema = z.discriminatedUnion('order', [
  /**
   * The first order: start. `canProtect`: the shell can encrypt the station's key for the logged-in user. `recover`:
   * what to do if a damaged store was set aside.
   */
  z.object({
    order: z.literal('start'),
    canProtect: z.boolean(),
    recover: z.enum(['backup', 'empty']).optional(),
  }),
  /** The answer to `seal` and `unseal`; null if that failed. */
  z.object({ order: z.literal('key'), value: z.string().nullable() }),
  /** Finish pending work, checkpoint and exit. */
  z.object({ order: z.literal('stop') }),
  /** Open a session for the window; answered by one `session` report, in the order of the requests. */
  z.object({ order: z.literal('open-session') }),
  /** Answered by `pong`, as long as the process responds. */
  z.object({ order: z.literal('ping') }),
]);
export type ServiceOrder = z.infer<typeof serviceOrderSchema>;

/** A session of the local interface. `url` is the station's loopback address. */
export const serviceSessionSchema = z.object({ url: z.url(), token: z.string().min(1) });
export type ServiceSession = z.infer<typeof serviceSessionSchema>;

/** The newest good backup of a store that was found damaged. */
export const damageSchema = z.object({ backup: z.string().nullable() });
export type Damage = z.infer<typeof damageSchema>;

/** Reports from the service process to the desktop shell. */
export const serviceReportSchema = z.discriminatedUnion('report', [
  /** Asks to encrypt or decrypt the station's key. Answered by `key`. */
  z.object({ report: z.literal('seal'), value: z.string() }),
  z.object({ report: z.literal('unseal'), value: z.string() }),
  z.object({ report: z.literal('ready'), url: z.url() }),
  /** It cannot start, and an automatic retry would not help. The message is for the person. */
  z.object({ report: z.literal('failed'), message: z.string(), damage: damageSchema.optional() }),
  z.object({ report: z.literal('session'), session: serviceSessionSchema }),
  z.object({ report: z.literal('pong') }),
  z.object({ report: z.literal('activity'), activity: activitySchema }),
]);
export type ServiceReport = z.infer<typeof serviceReportSchema>;
