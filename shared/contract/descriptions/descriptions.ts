/** Descriptions by the end of a property's path: the key with the most segments wins, so `name` covers every `name`. */
export type Descriptions = Readonly<Record<string, string>>;
