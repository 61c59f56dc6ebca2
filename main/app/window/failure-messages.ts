import type { Copy } from './copy.ts';
import type { FailurePage } from './failure-page.ts';
import type { ServiceState } from '../supervisor.ts';

type PageTexts = Omit<FailurePage, 'language'>;

/** Returns the message for a station that cannot run; `locale` is for dates. */
export function failureText(
  { message, damage }: Extract<ServiceState, { state: 'failed' }>,
  copy: Copy,
  locale: string,
): PageTexts {
  const quit = { id: 'quit', label: copy.quit } as const;
  if (damage === undefined) {
    return {
      title: copy.failedTitle,
      lines: [message],
      actions: [{ id: 'retry', label: copy.retry }, quit],
    };
  }
  const backup = damage.backup === null ? undefined : whenOf(damage.backup, locale);
  const useBackup = backup === undefined ? [] : [{ id: 'backup', label: copy.useBackup(backup) } as const];
  const empty = { id: 'empty', label: copy.beginEmpty, note: copy.beginEmptyWhy } as const;
  return { title: copy.damagedTitle, lines: [copy.damagedKept], actions: [...useBackup, empty, quit] };
}

/** Returns the message for a page that keeps crashing. */
export function crashText(copy: Copy): PageTexts {
  const actions = [{ id: 'reload', label: copy.retry } as const, { id: 'quit', label: copy.quit } as const];
  return { title: copy.crashedTitle, lines: [copy.crashedWhy], actions };
}

/** Formats the time in the name of a backup. */
function whenOf(name: string, locale: string): string {
  const at = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(name);
  if (at === null) return name;
  const moment = new Date(`${at[1] ?? ''}T${at[2] ?? ''}:${at[3] ?? ''}:${at[4] ?? ''}Z`);
  return moment.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' });
}
