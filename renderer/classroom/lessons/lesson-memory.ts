import { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

import { CLASS_LASTS_MS } from '../../../shared/contract/classroom/class.ts';

/** Groups that a teacher creates by tapping. */
export const TAPPED_GROUPS = ['red', 'blue', 'green', 'yellow'] as const;
export type TappedGroup = (typeof TAPPED_GROUPS)[number];

const memorySchema = z.object({
  /** First names by the id of the headset. */
  names: z.record(z.string(), z.string()),
  groups: z.partialRecord(z.enum(TAPPED_GROUPS), z.array(z.string()).readonly()),
  /** When the timer ends, in ms since 1970 UTC by this computer; null: off. */
  timerEndsMs: z.number().nullable(),
  /** Time of the last change. */
  touchedAtMs: z.number(),
});

/** What this window remembers of one lesson. It never leaves this computer, and is deleted after the lesson. */
type LessonMemory = Readonly<z.infer<typeof memorySchema>>;

const EMPTY_MEMORY: LessonMemory = { names: {}, groups: {}, timerEndsMs: null, touchedAtMs: 0 };

/** Long enough for two lessons in a row; after that it is another day or another class. */
const EXPIRY_MS = 2 * CLASS_LASTS_MS;

/** The memory of this lesson; it survives a reload, but not closing the window. */
export const useLessonMemory = create<LessonMemory>()(
  persist(() => EMPTY_MEMORY, {
    name: 'muster.class.lesson',
    storage: createJSONStorage(() => sessionStorage),
    merge: (stored, current) => {
      const known = memorySchema.safeParse(stored).data ?? current;
      return Date.now() - known.touchedAtMs > EXPIRY_MS ? EMPTY_MEMORY : known;
    },
  }),
);

function touch(change: (memory: LessonMemory) => Partial<LessonMemory>): void {
  useLessonMemory.setState((memory) => ({ ...change(memory), touchedAtMs: Date.now() }));
}

/** Sets names of headsets; an empty one removes it. */
export function nameStudents(names: Readonly<Record<string, string>>): void {
  touch((memory) => {
    const all = Object.entries({ ...memory.names, ...names }).flatMap(([id, name]) =>
      name.trim() === '' ? [] : [[id, name.trim()] as const],
    );
    return { names: Object.fromEntries(all) };
  });
}

/** Moves headsets into a group. */
export function putInGroup(group: TappedGroup, ids: readonly string[]): void {
  const moved = new Set(ids);
  touch(({ groups }) => ({
    groups: Object.fromEntries(
      TAPPED_GROUPS.flatMap((each) => {
        const rest = (groups[each] ?? []).filter((id) => !moved.has(id));
        const members = each === group ? [...rest, ...ids] : rest;
        return members.length === 0 ? [] : [[each, members]];
      }),
    ),
  }));
}

/** Starts the timer, or stops it with null. */
export function setTimer(minutes: number | null): void {
  touch(() => ({ timerEndsMs: minutes === null ? null : Date.now() + minutes * 60_000 }));
}

/** Deletes all of it. */
export function clearLesson(): void {
  useLessonMemory.setState(EMPTY_MEMORY);
}
