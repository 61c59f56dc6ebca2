import type { z } from 'zod';

import type { contract, streams } from '../index.ts';

type Contract = typeof contract;
type Streams = typeof streams;

/**
 * Examples of an operation in the OpenAPI document. A body has every field, because the tests of bad input start from
 * it (`test/service/hostile`).
 */
export type OperationExamples = {
  readonly [Name in keyof Contract]?: {
    readonly body?: z.input<Contract[Name]['body']>;
    readonly reply: z.input<Contract[Name]['reply']>;
  };
};

/** Example data of each event of a stream, in the order in which it is shown. */
export type StreamExamples = {
  readonly [Name in keyof Streams]?: {
    readonly [Event in keyof Streams[Name]['events']]: Streams[Name]['events'][Event] extends z.ZodType
      ? z.input<Streams[Name]['events'][Event]>
      : never;
  };
} & {
  /** For operations that reply with JSON or events; a test checks each against its schema. */
  readonly [Name in keyof Contract]?: Readonly<Record<string, unknown>>;
};

/** Description and example of a path or query parameter. */
type ParameterNote = {
  readonly description: string;
  readonly example: string | number | boolean | readonly string[];
  /** False for a list that is separated by commas. */
  readonly explode?: false;
};

/** Parameters by their names. */
export type ParameterNotes = Readonly<Record<string, ParameterNote>>;

/** What a file `X.reference.ts` exports about the operations that lie beside it. */
export type Reference = {
  readonly examples?: OperationExamples;
  readonly parameters?: ParameterNotes;
};
