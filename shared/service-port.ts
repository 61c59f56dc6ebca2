import { z } from 'zod';

/** What the desktop shell may order of its service process. */
export const serviceOrderSchema = z.discriminatedUnion('order', [
  /** Finish what is in flight, checkpoint and end. */
  z.object({ order: z.literal('stop') }),
  /** Open a session for the window; answered by one `session` report, in the order asked. */
  z.object({ order: z.literal('open-session') }),
]);
export type ServiceOrder = z.infer<typeof serviceOrderSchema>;

/** A session of the local interface. `url` is the station's loopback address. */
export const serviceSessionSchema = z.object({ url: z.url(), token: z.string().min(1) });
export type ServiceSession = z.infer<typeof serviceSessionSchema>;

/** What the service process tells the desktop shell. */
export const serviceReportSchema = z.discriminatedUnion('report', [
  z.object({ report: z.literal('ready'), url: z.url() }),
  /** It cannot start, and trying again by itself would not help. The message is for the person. */
  z.object({ report: z.literal('failed'), message: z.string() }),
  z.object({ report: z.literal('session'), session: serviceSessionSchema }),
]);
export type ServiceReport = z.infer<typeof serviceReportSchema>;
