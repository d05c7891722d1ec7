import { describe, expect, it } from 'vitest'

import { InTurn } from './in-turn.js'

describe('work in turn', () => {
  it('runs in call order under one name, and concurrently under different names', async () => {
    const turns = new InTurn()
    const [first, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ran: string[] = []
    const all = [
      turns.run('a', () => first.promise.then(() => ran.push('first'))),
      turns.run('a', async () => ran.push('second')),
      turns.run('b', async () => {
        ran.push('other')
        other.resolve()
      }),
    ]
    await other.promise
    first.resolve()
    await Promise.all(all)

    expect(ran).toEqual(['other', 'first', 'second'])
  })

  it('keeps the order after earlier work has ended', async () => {
    const turns = new InTurn()
    const slow = Promise.withResolvers<void>()
    const ran: string[] = []
    const first = turns.run('a', async () => ran.push('first'))
    const second = turns.run('a', () => slow.promise.then(() => ran.push('second')))
    await first
    await new Promise((resolve) => setImmediate(resolve))
    const third = turns.run('a', async () => ran.push('third'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(ran).toEqual(['first'])

    slow.resolve()
    await Promise.all([second, third])
    expect(ran).toEqual(['first', 'second', 'third'])
  })

  it('keeps no names without running work', async () => {
    const turns = new InTurn()
    await Promise.all(['a', 'a', 'b'].map((name) => turns.run(name, async () => name)))
    await new Promise((resolve) => setImmediate(resolve))
    expect(turns.size).toBe(0)
  })

  it('continues after failed work, and rejects only the failed call', async () => {
    const turns = new InTurn()
    const failed = turns.run('a', () => Promise.reject(new Error('full')))
    const next = turns.run('a', async () => 'done')

    await expect(failed).rejects.toThrow('full')
    expect(await next).toBe('done')
  })
})
