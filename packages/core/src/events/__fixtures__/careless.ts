/** Returns a promise that stays pending forever. */
export const never = (): Promise<never> => new Promise(() => {})

/** Values that faulty code may throw, each with its name for test titles. */
export const THROWN: readonly (readonly [string, unknown])[] = [
  ['an error', new Error('boom')],
  ['text', 'text'],
  ['undefined', undefined],
  ['null', null],
  ['0', 0],
  ['a symbol', Symbol('thrown')],
  ['an object that cannot be shown', Object.create(null)],
]
