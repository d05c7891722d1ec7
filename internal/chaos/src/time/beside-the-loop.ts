const METHODS = ['sign', 'verify', 'importKey', 'exportKey', 'generateKey', 'digest'] as const

let pending = 0

/**
 * Number of computations outside of the event loop. Other threads create and verify keys and signatures, which no
 * turn of the loop shows. Time must not advance for them either.
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
