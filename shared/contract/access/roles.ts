/**
 * Roles of people, least first: a viewer may look but sees no secrets, a teacher runs lessons, a technician does
 * everything. Programs have no role: their tokens have scopes.
 */
export const ROLES = ['viewer', 'teacher', 'technician'] as const;
export type Role = (typeof ROLES)[number];

/** Returns true if `role` includes everything that `least` allows. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
