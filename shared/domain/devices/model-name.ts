/** Returns the name by which people know a model, from what Android says about it: `Meta Quest 3`. Null: it says nothing. */
export function modelName(manufacturer: string, model: string): string | null {
  // Older Quest systems still name the company that Meta bought.
  const maker = manufacturer === 'Oculus' ? 'Meta' : manufacturer;
  const name = model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`;
  return name.trim() === '' ? null : name.trim();
}
