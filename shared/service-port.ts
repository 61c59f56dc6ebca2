import { z } from 'zod';

/** What the station has to do just now, as the desktop shell needs to know it. */
export const activitySchema = z.object({
  /** Headsets that are enrolled, and those of them that hold a link now. */
  headsets: z.int(),
  linked: z.int(),
  /** Contents on their way to headsets, and files coming in. */
  downloads: z.int(),
  uploads: z.int(),
  /** Codes that can be typed: an enrolment is under way. */
  codes: z.int(),
  /** Runs of sync with the central that are under way: at most one. */
  syncs: z.int(),
});
export type Activity = z.infer<typeof activitySchema>;

/** What the desktop shell may order of its service process. */
export const serviceOrderSchema = z.discriminatedUnion('order', [
  /**
   * The first order: begin. `canProtect`: the shell can seal the station's key for the person who is logged in. `recover`:
   * what to do where a damaged store was set aside.
   */
  z.object({
    order: z.literal('start'),
    canProtect: z.boolean(),
    recover: z.enum(['backup', 'empty']).optional(),
  }),
  /** The answer to `seal` and `unseal`; null where that failed. */
  z.object({ order: z.literal('key'), value: z.string().nullable() }),
  /** Finish what is in flight, checkpoint and end. */
  z.object({ order: z.literal('stop') }),
  /** Open a session for the window; answered by one `session` report, in the order asked. */
  z.object({ order: z.literal('open-session') }),
  /** Answered by `pong`, as long as the process is well. */
  z.object({ order: z.literal('ping') }),
]);
export type ServiceOrder = z.infer<typeof serviceOrderSchema>;

/** A session of the local interface. `url` is the station's loopback address. */
export const serviceSessionSchema = z.object({ url: z.url(), token: z.string().min(1) });
export type ServiceSession = z.infer<typeof serviceSessionSchema>;

/** The newest good backup of a store that was found damaged. */
export const damageSchema = z.object({ backup: z.string().nullable() });
export type Damage = z.infer<typeof damageSchema>;

/** What the service process tells the desktop shell. */
export const serviceReportSchema = z.discriminatedUnion('report', [
  /** Asks for the station's key to be sealed, or opened again. Answered by `key`. */
  z.object({ report: z.literal('seal'), value: z.string() }),
  z.object({ report: z.literal('unseal'), value: z.string() }),
  z.object({ report: z.literal('ready'), url: z.url() }),
  /** It cannot start, and trying again by itself would not help. The message is for the person. */
  z.object({ report: z.literal('failed'), message: z.string(), damage: damageSchema.optional() }),
  z.object({ report: z.literal('session'), session: serviceSessionSchema }),
  z.object({ report: z.literal('pong') }),
  z.object({ report: z.literal('activity'), activity: activitySchema }),
]);
export type ServiceReport = z.infer<typeof serviceReportSchema>;
