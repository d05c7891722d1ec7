import type { CallbackParams } from '@social/core/platform'

/** What browsers and frameworks may leave glued to the last value of a callback: Facebook's fragment, and Instagram's. */
const FRAGMENTS = ['#_=_', '#_']

/** The parameters of a callback without the fragment that the network puts behind them. */
export function withoutFragment(callback: CallbackParams): CallbackParams {
  return Object.fromEntries(Object.entries(callback).map(([name, value]) => [name, cut(value)]))
}

/** A parameter that came twice is a list, which `readCallback` refuses. */
function cut(value: string): string {
  if (typeof value !== 'string') return value
  const fragment = FRAGMENTS.find((one) => value.endsWith(one))
  return fragment === undefined ? value : value.slice(0, -fragment.length)
}
