import { relative } from 'node:path';

import { type Import } from './order.ts';

/**
 * The topics inside each module of the service, lowest first: a topic imports lower ones only. Files beside the topics
 * open and mount the module, and may import all of it; in the kernel they are also what every topic stands on.
 */
export const TOPICS: Readonly<Record<string, readonly string[]>> = {
  'main/service/kernel': [
    'json',
    'keys',
    'logging',
    'outgoing',
    'addresses',
    'cells',
    'store',
    'http',
    'streams',
    'openapi',
    'backups',
    'data-folder',
  ],
  'main/service/access': ['cells', 'enterprises', 'passcodes', 'tokens', 'people', 'sign-in'],
  'main/service/devices': [
    'codes',
    'inventory',
    'deployment',
    'comparison',
    'compliance',
    'events',
    'registry',
    'history',
    'records',
    'views',
    'live',
    'changes',
    'metadata',
    'groups',
    'routes',
  ],
  'main/service/content': [
    'pictures',
    'apk',
    'digest',
    'apps',
    'files',
    'transfers',
    'library',
    'coverage',
    'serving',
  ],
  'main/service/configuration': [
    'settings',
    'assignments',
    'profiles',
    'plan-store',
    'preview',
    'rollouts',
    'history',
    'drift',
  ],
  'main/service/commands': ['pending', 'orders', 'stream', 'answers', 'views'],
  'main/service/classroom': ['lessons', 'class'],
  'main/service/statistics': ['roll-ups', 'history', 'now'],
  'main/service/network': ['mac', 'router-readers', 'routers', 'discovery', 'listener', 'checks'],
  'main/service/enrolment': [
    'join',
    'leave',
    'check-in',
    'pairing',
    'practice',
    'lists',
    'carts',
    'adb',
    'adb-agents',
    'wireless',
    'cable',
  ],
  'main/service/sync': [
    'rules',
    'wire',
    'records',
    'client',
    'apply',
    'reported',
    'lifecycle',
    'merge',
    'conflicts',
    'push',
    'runs',
    'engine',
    'copies',
    'routes',
    'partner',
  ],
  'main/service/operations': ['audit', 'backups', 'diagnostics', 'health', 'program', 'station', 'webhooks'],
};

/** Returns what is wrong with an import inside a module; undefined if it follows the order of the topics. */
export function topicFaultOf(module: string, { from, to }: Import): string | undefined {
  const [importer, imported] = [topicOf(module, from), topicOf(module, to)];
  if (importer === undefined || imported === undefined || importer === imported) return undefined;
  const topics = TOPICS[module] ?? [];
  return topics.indexOf(imported) > topics.indexOf(importer)
    ? `${from} imports ${to}, a higher topic`
    : undefined;
}

/** The topic of a file; undefined for one beside the topics or outside of the module. */
function topicOf(module: string, file: string): string | undefined {
  const [topic, ...rest] = relative(module, file).split('/');
  return topic === '..' || rest.length === 0 ? undefined : topic;
}
