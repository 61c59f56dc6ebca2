/** PICO's systems state the name of the product here, and only its code as the model. Source: WiVRn, ALVR. */
const PICO_NAME = 'pxr.vendorhw.product.model';
/** Names that a system states and nobody knows. Source: WiVRn, ALVR. */
const KNOWN_AS: ReadonlyMap<string, string> = new Map([['VIVE XR Series', 'VIVE XR Elite']]);

/** Returns the name by which people know a model, from Android's properties: `Meta Quest 3`. Null: it says nothing. */
export function modelName(properties: ReadonlyMap<string, string>): string | null {
  const stated = (name: string): string => (properties.get(name) ?? '').trim();
  const product = stated(PICO_NAME).replace(/^unknown$/i, '');
  const model = product === '' ? stated('ro.product.model') : product;
  const name = KNOWN_AS.get(model) ?? model;
  // Quest systems name the company that Meta bought.
  const maker = stated('ro.product.manufacturer').replace(/^Oculus$/, 'Meta');
  const whole = name.toLowerCase().startsWith(maker.toLowerCase()) ? name : `${maker} ${name}`;
  return whole.trim() === '' ? null : whole.trim();
}
