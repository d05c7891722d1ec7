import { describe, expect, it } from 'vitest'

import { GatheredQueries } from './gathered-queries.js'

function queriesOf(answer: () => Promise<unknown>) {
  const commands: (readonly string[])[] = []
  const queries = new GatheredQueries((command) => {
    commands.push(command)
    return answer()
  })
  return { queries, commands }
}

describe('queries for the marks of added jobs', () => {
  it('are one command per turn of the event loop, and each caller gets its own result', async () => {
    const { queries, commands } = queriesOf(() => Promise.resolve([1, 0, '1']))
    const asked = ['a', 'b', 'c'].map((key) => queries.holds(key, `mark of ${key}`))
    expect(await Promise.all(asked)).toEqual([true, false, true])
    expect(commands.map(([name, , ...rest]) => [name, ...rest])).toEqual([
      ['EVAL', '3', 'a', 'b', 'c', 'mark of a', 'mark of b', 'mark of c'],
    ])
  })

  it('are at most a thousand in one command', async () => {
    const { queries, commands } = queriesOf(() => Promise.resolve(Array.from({ length: 1_000 }, () => 1)))
    const asked = Array.from({ length: 1_001 }, (_, at) => queries.holds(String(at), 'm'))
    expect((await Promise.all(asked)).every(Boolean)).toBe(true)
    expect(commands.map((command) => command[2])).toEqual(['1000', '1'])
  })

  it('start a new command in the next turn', async () => {
    const { queries, commands } = queriesOf(() => Promise.resolve([1]))
    expect(await queries.holds('a', 'm')).toBe(true)
    expect(await queries.holds('b', 'm')).toBe(true)
    expect(commands.map((command) => command.slice(2))).toEqual([
      ['1', 'a', 'm'],
      ['1', 'b', 'm'],
    ])
  })

  it('all reject after a failure, and find nothing in an invalid reply', async () => {
    const failure = new Error('cut')
    const failing = queriesOf(() => Promise.reject(failure)).queries
    const results = await Promise.allSettled([failing.holds('a', 'm'), failing.holds('b', 'm')])
    expect(results).toEqual([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ])
    expect(await queriesOf(() => Promise.resolve(null)).queries.holds('a', 'm')).toBe(false)
  })
})
