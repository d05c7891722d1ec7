import type { CallbackParams } from '@social/core/platform'

/** Fragments that browsers and frameworks may append to the last value of a callback: of Facebook and Instagram. */
const FRAGMENTS = ['#_=_', '#_']

/** Callback parameters without the fragment that the network appends. */
export function withoutFragment(callback: CallbackParams): CallbackParams {
  return Object.fromEntries(Object.entries(callback).map(([name, value]) => [name, cut(value)]))
}

/** A repeated parameter is a list, which `readCallback` refuses. */
function cut(value: string): string {
  if (typeof value !== 'string') return value
  const fragment = FRAGMENTS.find((one) => value.endsWith(one))
  return fragment === undefined ? value : value.slice(0, -fragment.length)
}
