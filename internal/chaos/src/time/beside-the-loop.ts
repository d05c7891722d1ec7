const METHODS = ['sign', 'verify', 'importKey', 'exportKey', 'generateKey', 'digest'] as const

let underWay = 0

/**
 * How many computations run beside the event loop: keys and signatures are made and checked by other threads, which no
 * turn of the loop tells of. Time has to stand still for them as well.
 */
export const computationsUnderWay = (): number => underWay

for (const method of METHODS) {
  const own: unknown = Reflect.get(SubtleCrypto.prototype, method)
  if (typeof own !== 'function') throw new TypeError(`There is no crypto.subtle.${method} here.`)
  Object.defineProperty(SubtleCrypto.prototype, method, {
    configurable: true,
    writable: true,
    async value(this: typeof crypto.subtle, ...given: unknown[]): Promise<unknown> {
      underWay += 1
      try {
        return await Reflect.apply(own, this, given)
      } finally {
        underWay -= 1
      }
    },
  })
}
