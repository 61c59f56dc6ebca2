/** A message to the digesting thread: a file has grown, is complete, or is dropped. */
export type Order =
  | { readonly type: 'grown'; readonly id: string; readonly path: string; readonly toBytes: number }
  | { readonly type: 'ended'; readonly id: string; readonly path: string; readonly sizeBytes: number }
  | { readonly type: 'dropped'; readonly id: string };
