import { z } from 'zod';

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Identifier of a device record, enrolled or still a slot. New ones are UUIDv7. */
export const deviceIdSchema = z.string().regex(idPattern, 'Not a device id').brand<'DeviceId'>();
export type DeviceId = z.infer<typeof deviceIdSchema>;

/** Identifier of an organisation. */
export const enterpriseIdSchema = z.string().regex(idPattern, 'Not an enterprise id').brand<'EnterpriseId'>();
export type EnterpriseId = z.infer<typeof enterpriseIdSchema>;

/** Identifier of an access token (its `jti`), not the token itself. */
export const tokenIdSchema = z.string().regex(idPattern, 'Not a token id').brand<'TokenId'>();
export type TokenId = z.infer<typeof tokenIdSchema>;

/** Identifier that the headset reports for itself. The manufacturer assigns it, so any printable form is accepted. */
export const androidIdSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, 'An androidId is 1 to 128 printable characters without spaces')
  .brand<'AndroidId'>();
export type AndroidId = z.infer<typeof androidIdSchema>;

/** Identifier of an enrolment, created by the station that enrolled the headset. */
export const enrolmentIdSchema = z.string().regex(idPattern, 'Not an identifier');

/** Identifier of a group, a profile, a plan or a change. */
export const entityIdSchema = z.string().regex(idPattern, 'Not an identifier');
