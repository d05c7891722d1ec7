import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startToy } from '../__fixtures__/at-toy.js'
import { type Effect, Effects } from './effects.js'

let toy: Awaited<ReturnType<typeof startToy>>

beforeEach(async () => {
  toy = await startToy()
})
afterEach(() => toy.close())

describe('effects of requests', () => {
  it('is recorded whatever response the client received', async () => {
    await toy.effect()
    toy.faults.add({ fault: 'replyLost' })
    await toy.effect().catch(() => null)
    toy.faults.add({ fault: 'status', status: 503 })
    await toy.effect()
    const made = toy.emulator.effects('toy')
    expect(made).toMatchObject([
      { number: 1, network: 'toy', account: 'ada', kind: 'POST', id: '1', at: expect.any(Date) },
      { number: 2, id: '2' },
    ])
    expect(made[0]?.fingerprint).toBe(made[1]?.fingerprint)
  })

  it('is reported within the request until the listener is removed', async () => {
    const reported: Effect[] = []
    const end = toy.emulator.watchEffects((effect) => void reported.push(effect))
    await toy.effect()
    end()
    await toy.effect()
    expect(reported).toEqual(toy.emulator.effects('toy').slice(0, 1))
  })

  it('is removed on request, and numbers continue', async () => {
    await toy.effect()
    toy.emulator.clearEffects()
    await toy.effect()
    expect(toy.emulator.effects('toy').map(({ number }) => number)).toEqual([2])
  })
})

it('has one fingerprint for the same content in any order, and another for other content', () => {
  const effects = new Effects('toy', () => new Date(0))
  const of = (content: unknown): string =>
    effects.add({ account: 'ada', kind: 'POST', id: '1', content }).fingerprint
  expect(of({ text: 'x', media: [{ a: 1, b: 2 }] })).toBe(of({ media: [{ b: 2, a: 1 }], text: 'x' }))
  const others = [{ text: 'y' }, { text: 'x', media: ['a', 'b'] }, { text: 'x', media: ['b', 'a'] }, null]
  expect(new Set(others.map(of)).size).toBe(others.length)
})
