import { z } from 'zod';

import { type AddressPair, type AddressTable, AddressTableBuilder } from '../mac/address-table.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { RouterFault } from './router-fault.ts';
import type { RouterHttp } from './router-http.ts';

/** The result of one reading. */
export type RouterTable = {
  /** Recently seen hosts: its ARP table, or the connected clients. */
  readonly arp: AddressTable;
  /** Assigned addresses that may still be in use. */
  readonly leases: AddressTable;
  /** Why a part of it is missing; null if none is. */
  readonly problem: string | null;
};

/** Credentials of a router; empty if none were entered. */
export type RouterLogin = {
  readonly username: string;
  /** Or the key of its API. */
  readonly secret: string;
  readonly site: string | null;
};

/** Reads a router of one kind. @throws {RouterFault} */
export type RouterAdapter = (http: RouterHttp, login: RouterLogin) => Promise<RouterTable>;

export const NO_ADDRESSES: AddressTable = new Map();

/** A list whose rows are parsed one by one, so that an invalid row does not affect others. */
export const rowsSchema = z.array(z.unknown());

/** A text that may be absent or invalid; then it is empty. */
export const looseText = z.string().catch('');

/** Returns the table of valid rows, letting requests run in between. */
export async function toTable<Row>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  toPair: (row: Row) => AddressPair | undefined,
): Promise<AddressTable> {
  const builder = new AddressTableBuilder();
  const yielder = new Yielder();
  for (const row of rows) {
    const parsed = schema.safeParse(row);
    const pair = parsed.success ? toPair(parsed.data) : undefined;
    if (pair !== undefined) builder.add(pair);
    await yielder.yieldIfDue();
  }
  return builder.build();
}

/** Reads a part that a router may lack, because the other part is useful alone. */
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

/** Returns the header of HTTP Basic authentication. */
export function basic({ username, secret }: Pick<RouterLogin, 'username' | 'secret'>): {
  authorization: string;
} {
  return { authorization: `Basic ${Buffer.from(`${username}:${secret}`, 'utf8').toString('base64')}` };
}
