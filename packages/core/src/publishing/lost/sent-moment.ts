import type { Call } from '../../contract/index.js'
import type { Receipt } from '../../models/index.js'
import { assertDate, assertList, assertMethods, assertNumber } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'

/**
 * Two times that differ by less are treated as equal, because `Date` headers have whole seconds
 * and responses take time. Our choice.
 */
export const AGREE_MS = 10_000

/** Period in which the sent item can have been created, by the clock of the network. Both ends are included. */
export interface SentSpan {
  readonly from: Date
  readonly until: Date
}

/**
 * Returns the possible times at which a visible request was first sent, by the clock of the
 * network.
 *
 * The stored time uses the network's clock if the process knew that clock. Otherwise the stored
 * time is by the local clock, which may be minutes off. A second possible time is therefore the
 * receipt's time, converted with the clock offset that is known now.
 *
 * @param written - Stored time, from `call.networkNow()`.
 * @param receipt - Its `createdAt` is the same time by the local clock.
 * @returns One time, or both if they differ by more than ten seconds.
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
  const converted = new Date(createdAt.getTime() + skew)
  return Math.abs(converted.getTime() - written.getTime()) > AGREE_MS ? [written, converted] : [written]
}

/** @throws ConfigError unless the value is a list of dates. */
export function assertMoments(value: unknown, argument: string): void {
  assertList(value, argument)
  for (const one of value) assertDate(one, argument)
}

/**
 * Returns the period in which an item that was sent at one of these times can have been created.
 *
 * @param slack - Seconds added before and after. They cover clock differences and the time in
 * which the request takes effect.
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
