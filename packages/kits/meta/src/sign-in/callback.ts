import type { CallbackParams } from '@social/core/platform'

/**
 * URL fragments that Facebook and Instagram append to the callback URL. Browsers and frameworks
 * may add the fragment to the last parameter.
 */
const FRAGMENTS = ['#_=_', '#_']

/** Returns the callback parameters without the appended fragment. */
export function withoutFragment(callback: CallbackParams): CallbackParams {
  return Object.fromEntries(Object.entries(callback).map(([name, value]) => [name, cut(value)]))
}

/**
 * Removes the fragment from a value. A list of values stays unchanged, because `readCallback`
 * refuses repeated parameters.
 */
function cut(value: string): string {
  if (typeof value !== 'string') return value
  const fragment = FRAGMENTS.find((one) => value.endsWith(one))
  return fragment === undefined ? value : value.slice(0, -fragment.length)
}
