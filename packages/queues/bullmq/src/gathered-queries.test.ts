import { describe, expect, it } from 'vitest'

import { GatheredQueries } from './gathered-queries.js'

function looksAt(answer: () => Promise<unknown>) {
  const commands: (readonly string[])[] = []
  const looks = new GatheredQueries((command) => {
    commands.push(command)
    return answer()
  })
  return { looks, commands }
}

describe('looks for the marks of added jobs', () => {
  it('are one command in one turn of the event loop, and each hears of its own job', async () => {
    const { looks, commands } = looksAt(() => Promise.resolve([1, 0, '1']))
    const asked = ['a', 'b', 'c'].map((key) => looks.holds(key, `mark of ${key}`))
    expect(await Promise.all(asked)).toEqual([true, false, true])
    expect(commands.map(([name, , ...rest]) => [name, ...rest])).toEqual([
      ['EVAL', '3', 'a', 'b', 'c', 'mark of a', 'mark of b', 'mark of c'],
    ])
  })

  it('are a thousand in one command at most', async () => {
    const { looks, commands } = looksAt(() => Promise.resolve(Array.from({ length: 1_000 }, () => 1)))
    const asked = Array.from({ length: 1_001 }, (_, at) => looks.holds(String(at), 'm'))
    expect((await Promise.all(asked)).every(Boolean)).toBe(true)
    expect(commands.map((command) => command[2])).toEqual(['1000', '1'])
  })

  it('begin anew in the next turn', async () => {
    const { looks, commands } = looksAt(() => Promise.resolve([1]))
    expect(await looks.holds('a', 'm')).toBe(true)
    expect(await looks.holds('b', 'm')).toBe(true)
    expect(commands.map((command) => command.slice(2))).toEqual([
      ['1', 'a', 'm'],
      ['1', 'b', 'm'],
    ])
  })

  it('all hear of a failure, and find nothing in an answer that is none', async () => {
    const failure = new Error('cut')
    const failing = looksAt(() => Promise.reject(failure)).looks
    const told = await Promise.allSettled([failing.holds('a', 'm'), failing.holds('b', 'm')])
    expect(told).toEqual([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ])
    expect(await looksAt(() => Promise.resolve(null)).looks.holds('a', 'm')).toBe(false)
  })
})
