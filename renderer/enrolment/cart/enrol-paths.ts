/** Returns the path of the code desk of a cart, with a certain slot if given. */
export function deskPath(cartId: string, slotId?: string): string {
  const path = `/enrol?cart=${encodeURIComponent(cartId)}`;
  return slotId === undefined ? path : `${path}&place=${encodeURIComponent(slotId)}`;
}

/** Returns the path of the form for a new cart or, with a cart, for more slots on it. */
export function describePath(cartId: string | null): string {
  return cartId === null ? '/enrol/new' : `/enrol/new?cart=${encodeURIComponent(cartId)}`;
}

/** Returns the path of the labels of a cart, ready to print. */
export function labelsPath(cartId: string, kind: 'codes' | 'stickers'): string {
  const path = `/enrol/labels?cart=${encodeURIComponent(cartId)}`;
  return kind === 'codes' ? path : `${path}&kind=stickers`;
}

/** Returns the path of the acceptance sheet of a cart. */
export function acceptancePath(cartId: string): string {
  return `/enrol/acceptance?cart=${encodeURIComponent(cartId)}`;
}

/** Returns the path of the check of a cart. */
export function checkPath(cartId: string): string {
  return `/enrol/check?cart=${encodeURIComponent(cartId)}`;
}

/** Returns the path of preparing a cart by cable. */
export function cablePath(cartId: string): string {
  return `/enrol/cable?cart=${encodeURIComponent(cartId)}`;
}

/** Path of the import of slots. */
export const IMPORT_PATH = '/enrol/import';
