import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { SLOT_FIELDS } from '../../../../shared/contract/enrolment/carts.ts';
import { type SlotMapping } from '../../../../shared/domain/enrolment/slot-columns.ts';
import { openSetting, type Setting } from '../../kernel/store/setting.ts';

const rememberedSchema = z.array(
  z.object({
    enterpriseId: z.string(),
    header: z.array(z.string()),
    mapping: z.record(z.enum(SLOT_FIELDS), z.int().nullable()),
  }),
);
type Remembered = z.infer<typeof rememberedSchema>;

/** The columns that a person assigned, by the header of the file. */
const mappingsSetting: Setting<Remembered> = {
  key: 'enrolment.list-columns',
  schema: rememberedSchema,
  initial: [],
};

/** The newest ones are kept: an organisation has a few kinds of lists. */
const MAX_REMEMBERED = 50;

export type Mappings = ReturnType<typeof openMappings>;

/** What the columns of earlier asset lists meant. */
export function openMappings(db: Database) {
  const setting = openSetting(db, mappingsSetting);
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((name, at) => name === other[at]);
  return {
    find: (enterpriseId: string, header: readonly string[]): SlotMapping | undefined =>
      setting.get().find((each) => each.enterpriseId === enterpriseId && isSame(each.header, header))
        ?.mapping,
    /** Runs inside the caller's transaction. Call the function it returns after the commit. */
    put(enterpriseId: string, header: readonly string[], mapping: SlotMapping): () => void {
      const others = setting
        .get()
        .filter((each) => each.enterpriseId !== enterpriseId || !isSame(each.header, header));
      const newest = { enterpriseId, header: [...header], mapping };
      return setting.put([newest, ...others].slice(0, MAX_REMEMBERED));
    },
  };
}
