/** Returns the names of all functions of an object, including inherited functions. */
export function methodsOf(object: object): readonly string[] {
  const names = new Set<string>()
  for (
    let one: unknown = object;
    typeof one === 'object' && one !== null && one !== Object.prototype;
    one = Object.getPrototypeOf(one)
  )
    for (const name of Object.getOwnPropertyNames(one)) names.add(name)
  names.delete('constructor')
  return [...names].filter((name) => typeof Reflect.get(object, name) === 'function')
}
