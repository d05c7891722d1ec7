const METHODS = ['sign', 'verify', 'importKey', 'exportKey', 'generateKey', 'digest'] as const

let pending = 0

/**
 * Returns the number of computations in other threads, which create and verify keys and
 * signatures. The event loop does not show these computations. The virtual time must not advance
 * until they end.
 */
export const computationsUnderWay = (): number => pending

for (const method of METHODS) {
  const own: unknown = Reflect.get(SubtleCrypto.prototype, method)
  if (typeof own !== 'function') throw new TypeError(`crypto.subtle.${method} is missing.`)
  Object.defineProperty(SubtleCrypto.prototype, method, {
    configurable: true,
    writable: true,
    async value(this: typeof crypto.subtle, ...given: unknown[]): Promise<unknown> {
      pending += 1
      try {
        return await Reflect.apply(own, this, given)
      } finally {
        pending -= 1
      }
    },
  })
}
