/** What the digesting thread is told: a file has grown so far, has come to its end, or is given up. */
export type Order =
  | { readonly type: 'grown'; readonly id: string; readonly path: string; readonly toBytes: number }
  | { readonly type: 'ended'; readonly id: string; readonly path: string; readonly sizeBytes: number }
  | { readonly type: 'dropped'; readonly id: string };
