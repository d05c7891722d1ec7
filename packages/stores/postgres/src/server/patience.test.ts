import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { Deadlines } from './patience.js'
import { NoAnswer } from './postgres-errors.js'

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)
const never = (): Promise<never> => new Promise(() => {})

describe('the timeout of an attempt', () => {
  it('ends an attempt without an answer, but not attempts with more time', async () => {
    const clock = new FakeClock()
    const deadlines = new Deadlines(clock)
    const [short, long] = [deadlines.begin(1), deadlines.begin(3)]
    const reported: string[] = []
    const ends = [
      failure(short.for(never())).then(() => reported.push('short')),
      failure(long.for(never())).then((error) => reported.push(error instanceof NoAnswer ? 'long' : 'wrong')),
    ]

    await clock.advance(0.9)
    expect(reported).toEqual([])
    await clock.advance(0.2)
    expect(reported).toEqual(['short'])
    await clock.advance(2)
    expect(reported).toEqual(['short', 'long'])
    for (const patience of [short, long]) deadlines.end(patience)
    await Promise.all(ends)
  })

  it('uses one timer for all attempts, which stops without attempts and starts again', async () => {
    const clock = new FakeClock()
    const deadlines = new Deadlines(clock)
    for (let round = 0; round < 2; round += 1) {
      const begun = [deadlines.begin(9), deadlines.begin(9)]
      expect(clock.sleeping).toHaveLength(1)
      await clock.advance(1)
      expect(clock.sleeping).toHaveLength(1)
      for (const patience of begun) deadlines.end(patience)
      await clock.advance(0.1)
      expect(clock.sleeping).toEqual([])
    }
  })

  it('has no effect on an attempt that has ended', async () => {
    const clock = new FakeClock()
    const deadlines = new Deadlines(clock)
    const [over, other] = [deadlines.begin(1), deadlines.begin(2)]
    expect(await over.for(Promise.resolve('answer'))).toBe('answer')
    deadlines.end(over)
    await clock.advance(1.5)
    expect(await over.for(Promise.resolve('one more'))).toBe('one more')

    const first = new Error('the caller gave up')
    other.giveUp(first)
    other.giveUp(new Error('later'))
    expect(await failure(other.for(never()))).toBe(first)
    deadlines.end(other)
    await clock.advance(0.1)
  })

  it('passes failures on, and passes late results to onLate', async () => {
    const patience = new Deadlines(new FakeClock()).begin(1)
    const broken = new Error('broken')
    expect(await failure(patience.for(Promise.reject(broken)))).toBe(broken)

    const late: string[] = []
    const answer = Promise.withResolvers<string>()
    const waiting = failure(patience.for(answer.promise, (value) => late.push(value)))
    const reason = new Error('enough')
    patience.giveUp(reason)
    expect(await waiting).toBe(reason)
    answer.resolve('a connection')
    await answer.promise
    expect(late).toEqual(['a connection'])
  })
})
