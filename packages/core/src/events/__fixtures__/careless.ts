/** A promise that never ends. */
export const never = (): Promise<never> => new Promise(() => {})

/** What people throw, and what to call it. */
export const THROWN: readonly (readonly [string, unknown])[] = [
  ['an error', new Error('boom')],
  ['text', 'text'],
  ['undefined', undefined],
  ['null', null],
  ['0', 0],
  ['a symbol', Symbol('thrown')],
  ['an object that cannot be shown', Object.create(null)],
]
