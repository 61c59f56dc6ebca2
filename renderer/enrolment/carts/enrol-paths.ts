/** The code desk of one cart, beginning with a certain place where one is given. */
export function deskPath(cartId: string, placeId?: string): string {
  const path = `/enrol?cart=${encodeURIComponent(cartId)}`;
  return placeId === undefined ? path : `${path}&place=${encodeURIComponent(placeId)}`;
}

/** The form for a further cart or, with a cart, for more places on it. */
export function describePath(cartId: string | null): string {
  return cartId === null ? '/enrol/new' : `/enrol/new?cart=${encodeURIComponent(cartId)}`;
}

/** The labels of one cart, ready to print. */
export function labelsPath(cartId: string, kind: 'codes' | 'stickers'): string {
  const path = `/enrol/labels?cart=${encodeURIComponent(cartId)}`;
  return kind === 'codes' ? path : `${path}&kind=stickers`;
}

/** The acceptance sheet of one cart. */
export function acceptancePath(cartId: string): string {
  return `/enrol/acceptance?cart=${encodeURIComponent(cartId)}`;
}

/** The check of one cart: what stands where, what is missing. */
export function checkPath(cartId: string): string {
  return `/enrol/check?cart=${encodeURIComponent(cartId)}`;
}

/** Preparing the headsets of one cart by cable. */
export function cablePath(cartId: string): string {
  return `/enrol/cable?cart=${encodeURIComponent(cartId)}`;
}

/** Places from a file. */
export const IMPORT_PATH = '/enrol/import';
