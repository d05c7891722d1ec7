import type { Call } from '../../contract/index.js'
import type { Receipt } from '../../models/index.js'
import { assertDate, assertList, assertMethods, assertNumber } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'

/** Milliseconds that two tellings of one moment may be apart: `Date` headers have whole seconds, and replies take time. Our choice. */
export const AGREE_MS = 10_000

/** When something can have been made that was sent; by the network's clock, both ends included. */
export interface SentSpan {
  readonly from: Date
  readonly until: Date
}

/**
 * When a visible request left first, by the network's clock. It was written down by that clock as far as it was known:
 * in a process to which the network had not told its time yet, that is the client's own, which may be minutes off. So the
 * moment of the receipt, by the clock of the network as it is known meanwhile, is one as well.
 *
 * @param written - The moment that was written down, from `call.networkNow()`.
 * @param receipt - Its `createdAt` is the same moment by the client's own clock.
 * @returns One moment, or both where they are further apart than ten seconds.
 */
export function sentMoments(
  written: Date,
  receipt: Pick<Receipt, 'createdAt'>,
  call: Pick<Call, 'clock' | 'networkNow'>,
): readonly Date[] {
  assertDate(written, 'sentMoments: written')
  assertObject(receipt, 'sentMoments: receipt', '{ createdAt }')
  const { createdAt } = receipt
  assertDate(createdAt, 'sentMoments: receipt.createdAt')
  assertMethods(call, ['networkNow'], 'sentMoments: call')
  assertMethods(call.clock, ['now'], 'sentMoments: call.clock')
  const skew = call.networkNow().getTime() - call.clock.now().getTime()
  const told = new Date(createdAt.getTime() + skew)
  return Math.abs(told.getTime() - written.getTime()) > AGREE_MS ? [written, told] : [written]
}

/** @throws ConfigError unless the argument is a list of moments. */
export function assertMoments(value: unknown, argument: string): void {
  assertList(value, argument)
  for (const one of value) assertDate(one, argument)
}

/**
 * The span in which something can have been made that was sent at one of these moments.
 *
 * @param slack - Seconds before and after: for clocks, and for as long as the request can take effect.
 */
export function sentSpan(
  moments: readonly Date[],
  slack: { readonly secondsBefore: number; readonly secondsAfter: number },
): SentSpan {
  assertMoments(moments, 'sentSpan: moments')
  assertObject(slack, 'sentSpan: slack', '{ secondsBefore: 60, secondsAfter: 900 }')
  assertNumber(slack.secondsBefore, 'sentSpan: slack.secondsBefore')
  assertNumber(slack.secondsAfter, 'sentSpan: slack.secondsAfter')
  const times = moments.map((moment) => moment.getTime())
  return {
    from: new Date(Math.min(...times) - slack.secondsBefore * 1000),
    until: new Date(Math.max(...times) + slack.secondsAfter * 1000),
  }
}
