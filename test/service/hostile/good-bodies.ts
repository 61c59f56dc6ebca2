import { examples } from '../../../shared/contract/all.reference.ts';
import { DEVICE_ID, ENTERPRISE_ID, PROFILE_ID } from '../../../shared/contract/reference/values.ts';
import { contract } from '../../../shared/contract/index.ts';
import { nothing } from '../../../shared/contract/primitives.ts';

type Name = keyof typeof contract;

/** The endpoints with a body, by name. */
export const readingBodies: readonly Name[] = (Object.keys(contract) as Name[]).filter(
  (name) => contract[name].body !== nothing,
);

/** Existing objects of a station that a body may name. */
export type Existing = {
  readonly deviceId: string;
  readonly enterpriseId: string;
  /** Absent: there is none. */
  readonly profileId?: string;
};

/**
 * Returns a valid body with every field of an endpoint: the example of the document, with existing ids.
 * @throws {Error} if there is none.
 */
export function goodBodyOf(
  name: Name,
  { deviceId, enterpriseId, profileId = PROFILE_ID }: Existing,
): unknown {
  const shown: Readonly<Record<string, { readonly body?: unknown } | undefined>> = examples;
  const body = shown[name]?.body;
  if (body === undefined)
    throw new Error(
      `${name} has no example body: write one with every field in its module of shared/contract/`,
    );
  const text = JSON.stringify(body)
    .replaceAll(DEVICE_ID, deviceId)
    .replaceAll(ENTERPRISE_ID, enterpriseId)
    .replaceAll(PROFILE_ID, profileId);
  return JSON.parse(text);
}
