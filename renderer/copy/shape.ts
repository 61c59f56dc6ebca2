/** The same keys with any text: the shape of a translation. */
export type ShapeOf<Copy> = {
  readonly [Key in keyof Copy]: Copy[Key] extends string ? string : ShapeOf<Copy[Key]>;
};
