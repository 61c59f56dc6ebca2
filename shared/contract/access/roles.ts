/**
 * What a person may do, least first: a viewer looks, and sees no secret; a teacher runs lessons; a technician does
 * everything. Programs have no role: their tokens have scopes.
 */
export const ROLES = ['viewer', 'teacher', 'technician'] as const;
export type Role = (typeof ROLES)[number];

/** True where somebody of this role may do what takes at least `least`. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
