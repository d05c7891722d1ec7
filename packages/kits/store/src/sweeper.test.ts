import { FakeClock } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { Sweeper } from './sweeper.js'

describe('a sweep of an asynchronous store', () => {
  it('does not block the caller, and does not start twice', async () => {
    const clock = new FakeClock()
    const answers: PromiseWithResolvers<boolean>[] = []
    const sweeper = new Sweeper(clock, () => {
      const answer = Promise.withResolvers<boolean>()
      answers.push(answer)
      return answer.promise
    })
    sweeper.sweep()
    await clock.advance(600)
    sweeper.sweep()
    expect(answers).toHaveLength(1)

    answers[0]?.resolve(true)
    await sweeper.ended()
    sweeper.sweep()
    expect(answers).toHaveLength(1)
    await clock.advance(1)
    sweeper.sweep()
    expect(answers).toHaveLength(2)
  })

  it('does not fail the caller, and is repeated a minute later', async () => {
    const clock = new FakeClock()
    let begun = 0
    const sweeper = new Sweeper(clock, () => {
      begun += 1
      return Promise.reject(new Error('the server is away'))
    })
    sweeper.sweep()
    await sweeper.ended()
    await clock.advance(59)
    sweeper.sweep()
    expect(begun).toBe(1)
    await clock.advance(1)
    sweeper.sweep()
    expect(begun).toBe(2)
  })
})

describe('a sweep of a synchronous store', () => {
  it.each([
    ['a full batch goes on after a second', () => true, 1],
    ['nothing more is made again a minute later', () => false, 60],
    [
      'a failure does not fail the caller, and is repeated a minute later',
      () => {
        throw new Error('the file is locked')
      },
      60,
    ],
  ])('%s', async (_what, answer, seconds) => {
    const clock = new FakeClock()
    let begun = 0
    const sweeper = new Sweeper(clock, () => {
      begun += 1
      return answer()
    })
    sweeper.sweep()
    await clock.advance(seconds - 0.1)
    sweeper.sweep()
    expect(begun).toBe(1)
    await clock.advance(0.1)
    sweeper.sweep()
    expect(begun).toBe(2)
  })
})
