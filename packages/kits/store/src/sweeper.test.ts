import { FakeClock } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { Sweeper } from './sweeper.js'

describe('a sweep of a store that answers later', () => {
  it('keeps nobody waiting, and is not begun twice', async () => {
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

  it('fails nobody, and is made again a minute later', async () => {
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
