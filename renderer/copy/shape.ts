/** The same keys with any sentences: what a translation must have. */
export type ShapeOf<Copy> = {
  readonly [Key in keyof Copy]: Copy[Key] extends string ? string : ShapeOf<Copy[Key]>;
};
