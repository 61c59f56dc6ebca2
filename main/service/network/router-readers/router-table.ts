import { z } from 'zod';

import {
  type AddressPair,
  type AddressTable,
  AddressTableBuilder,
} from '../../../../shared/domain/network/address-table.ts';
import { Pause } from '../../kernel/yielding.ts';
import { RouterFault } from './router-fault.ts';
import type { RouterHttp } from './router-http.ts';

/** What one reading of a router tells. */
export type RouterTable = {
  /** Who was heard: its ARP table, or the clients that are connected. */
  readonly arp: AddressTable;
  /** Who was given an address and may still have it. */
  readonly leases: AddressTable;
  /** Why a part of it is missing, where one is. */
  readonly problem: string | null;
};

/** What a router asks for; empty where nothing was given. */
export type RouterLogin = {
  readonly username: string;
  /** Or the key of its API. */
  readonly secret: string;
  readonly site: string | null;
};

/** Reads a router of one kind. @throws {RouterFault} */
export type RouterAdapter = (http: RouterHttp, login: RouterLogin) => Promise<RouterTable>;

export const NO_ADDRESSES: AddressTable = new Map();

/** A list whose rows are looked at one by one: a strange one harms no other. */
export const rowsSchema = z.array(z.unknown());

/** A text that may be absent or strange; then it is empty. */
export const looseText = z.string().catch('');

/** The table of the rows that a schema makes a pair of, letting requests in between. */
export async function toTable<Row>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  toPair: (row: Row) => AddressPair | undefined,
): Promise<AddressTable> {
  const builder = new AddressTableBuilder();
  const pause = new Pause();
  for (const row of rows) {
    const parsed = schema.safeParse(row);
    const pair = parsed.success ? toPair(parsed.data) : undefined;
    if (pair !== undefined) builder.add(pair);
    await pause.ifDue();
  }
  return builder.build();
}

/** A part that a router may be without: the other one is of use by itself. */
export async function partOf(
  reading: Promise<AddressTable>,
  name: string,
): Promise<{ readonly table: AddressTable; readonly problem: string | null }> {
  try {
    return { table: await reading, problem: null };
  } catch (error) {
    if (!(error instanceof RouterFault)) throw error;
    return { table: NO_ADDRESSES, problem: `${name}: ${error.message}` };
  }
}

/** The header of HTTP Basic authentication. */
export function basic({ username, secret }: Pick<RouterLogin, 'username' | 'secret'>): {
  authorization: string;
} {
  return { authorization: `Basic ${Buffer.from(`${username}:${secret}`, 'utf8').toString('base64')}` };
}
