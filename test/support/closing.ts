/** Makes `using` call `close`. */
export function closing<Resource extends { close(): unknown }>(resource: Resource): Resource & Disposable {
  return Object.assign(resource, { [Symbol.dispose]: () => void resource.close() });
}
