/** The kinds of actions in the history of desired state. */
export const CHANGE_KINDS = [
  'configure',
  'contents',
  'files',
  'videos',
  'identity',
  'mac',
  'metadata',
  'swap',
  'plan',
  'profile',
  'revert',
  'repair',
  'lesson',
  'conflict',
  'sync',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
