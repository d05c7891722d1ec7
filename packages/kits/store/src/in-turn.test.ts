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

  it('goes on after work that failed, which hears of it alone', async () => {
    const turns = new InTurn()
    const failed = turns.run('a', () => Promise.reject(new Error('full')))
    const next = turns.run('a', async () => 'done')

    await expect(failed).rejects.toThrow('full')
    expect(await next).toBe('done')
  })
})
