import { describe, expect, it } from 'vitest'

import { InTurn } from './in-turn.js'

describe('work in turn', () => {
  it('runs in the order it was asked for under one name, and beside what has another name', async () => {
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

  it('lets nothing overtake that was asked for when the first had ended already', async () => {
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

  it('keeps nothing of names under which nothing runs any more', async () => {
    const turns = new InTurn()
    await Promise.all(['a', 'a', 'b'].map((name) => turns.run(name, async () => name)))
    await new Promise((resolve) => setImmediate(resolve))
    expect(turns.size).toBe(0)
  })

  it('goes on after work that failed, which hears of it alone', async () => {
    const turns = new InTurn()
    const failed = turns.run('a', () => Promise.reject(new Error('full')))
    const next = turns.run('a', async () => 'done')

    await expect(failed).rejects.toThrow('full')
    expect(await next).toBe('done')
  })
})
