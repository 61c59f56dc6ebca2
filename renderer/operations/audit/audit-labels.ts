import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { AuditEntry } from '../../../shared/contract/operations/audit.ts';
import { type ClassAction, classActionSchema } from '../../../shared/contract/classroom/class-run.ts';
import { contract } from '../../../shared/contract/index.ts';
import { type Role, ROLES } from '../../../shared/contract/access/roles.ts';
import type { en } from '../../copy/en/index.ts';
import { useActionLabels } from '../../classroom/index.ts';
import { useTokenName } from '../../model/labels/author-labels.ts';
import { type CommandNames, useCommandNames } from '../../devices/index.ts';

type Act = keyof (typeof en)['audit']['act'];

/** Texts of an entry: the action, its subject, and a link to it. */
export type AuditLabels = {
  readonly text: string;
  readonly about: string | null;
  readonly href: string | null;
};

/** Returns the texts of the log in the current language. */
export function useAuditLabels(): {
  readonly of: (entry: AuditEntry) => AuditLabels;
  readonly act: (operation: string) => string;
} {
  const { t } = useTranslation(['audit', 'shell', 'station']);
  const tools = { t, commands: useCommandNames(), actions: useActionLabels(), tokenName: useTokenName() };
  const act = (operation: string): string => (isAct(operation) ? t(`audit:act.${operation}`) : operation);
  return { act, of: (entry) => ({ text: act(entry.operation), ...aboutOf(entry, tools) }) };
}

function isAct(operation: string): operation is Act {
  return i18next.exists(`audit:act.${operation}`);
}

type Tools = {
  readonly t: TFunction<['audit', 'shell', 'station']>;
  readonly commands: CommandNames;
  readonly actions: (action: ClassAction) => string;
  readonly tokenName: ReturnType<typeof useTokenName>;
};

/** Path parameters that are ids and mean nothing to people. */
const IS_ID = /(?:Id|sha256)$/;
/** Screens of path parameters. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  personId: (id) => `/station/people?person=${id}`,
  tokenId: (id) => `/station/tokens?find=${id}`,
  webhookId: (id) => `/station/webhooks?webhook=${id}`,
  groupId: (id) => `/fleet?group=${id}`,
  lessonId: (id) => `/class/lessons/${id}`,
  profileId: (id) => `/configure/profiles/${id}`,
  planId: (id) => `/configure/plan/${id}`,
  routerId: () => '/station/routers',
  sha256: (id) => `/content/${id}`,
};
/** Actions after which that screen no longer exists. */
const IS_END = /^(?:remove|delete|revoke)/;

function aboutOf(entry: AuditEntry, tools: Tools): Omit<AuditLabels, 'text'> {
  const { operation, detail } = entry;
  const words = detail === null ? [] : detail.split(' ');
  const path = pathOf(operation).map((name, index) => ({ name, value: words[index] ?? '' }));
  const rest = words.slice(path.length).join(' ');
  const token = path.find(({ name, value }) => name === 'tokenId' && value !== '');
  const subject = token === undefined ? entry.subject : tools.tokenName(entry.subject, token.value);
  const reported = path.flatMap(({ name, value }) => {
    if (name === 'step') return tools.t('audit:button', { number: Number(value) + 1 });
    if (name === 'isAvailable') return tools.t(`audit:reach.${value === 'true' ? 'true' : 'false'}`);
    // A content without a name here has only its id.
    const isId = IS_ID.test(name) && (name !== 'contentId' || subject !== null);
    return isId ? [] : value;
  });
  const received = restInText(operation, rest, tools);
  const isRenamed = subject !== null && received.name !== '' && received.name !== subject;
  const name = isRenamed
    ? tools.t('audit:became', { before: subject, now: received.name })
    : (subject ?? received.name);
  const about = [name, ...reported, received.more].filter((part) => part !== '').join(', ');
  const target = path.find((each) => SCREENS[each.name] !== undefined);
  const isOpen = target !== undefined && target.value !== '' && !IS_END.test(operation);
  return {
    about: about === '' ? null : about,
    href: isOpen ? (SCREENS[target.name]?.(encodeURIComponent(target.value)) ?? null) : null,
  };
}

/** Returns the parameters of an operation's path in order, except the headset, which is shown by name. */
function pathOf(operation: string): readonly string[] {
  const found = Object.entries(contract).find(([name]) => name === operation)?.[1];
  const names = found?.path.match(/(?<=\{)\w+(?=\})/g) ?? [];
  return names.filter((name) => name !== 'deviceId');
}

type NameAndRest = { readonly name: string; readonly more: string };

/** Returns further details: a new name, and the rest. */
function restInText(operation: string, rest: string, { t, commands, actions }: Tools): NameAndRest {
  switch (operation) {
    case 'sendCommand':
    case 'sendCommandToMany':
      return { name: '', more: rest === '' ? '' : commands(rest) };
    case 'startClassRun':
      return { name: '', more: orderInText(rest, actions) };
    case 'addPerson':
    case 'updatePerson': {
      const [name, role] = roleAtEnd(rest);
      return { name, more: role === null ? '' : t(`shell:role.${role}`) };
    }
    case 'issueToken': {
      const scope = SCOPES.find((each) => rest === each || rest.startsWith(`${each} `));
      if (scope === undefined) return { name: rest, more: '' };
      return { name: rest.slice(scope.length + 1), more: t(`station:tokens.scope.${scope}`) };
    }
    default:
      return { name: rest, more: '' };
  }
}

const SCOPES = ['enterprise', 'device', 'enroll'] as const;

/** Formats an action in the log, `start org.example.app` or `volume 30`; other texts stay unchanged. */
function orderInText(rest: string, actions: Tools['actions']): string {
  const [order, value] = rest.split(' ');
  const action = classActionSchema.safeParse({
    do: order,
    packageName: value,
    volume: value === undefined ? undefined : Number(value),
  }).data;
  return action === undefined ? rest : actions(action).replace(/\.$/, '');
}

function roleAtEnd(rest: string): readonly [string, Role | null] {
  const role = ROLES.find((each) => rest === each || rest.endsWith(` ${each}`));
  return role === undefined ? [rest, null] : [rest.slice(0, -role.length).trim(), role];
}
