import { describe, expect, it } from 'vitest'

import { GatheredInserts, type JobToInsert } from './gathered-inserts.js'

const job = (id: string): JobToInsert => ({ id })

/** Fakes pg-boss. The test decides when each statement is answered. */
function aBoss() {
  const known = new Set<string>()
  const statements: { readonly ids: readonly string[]; answer(): void; fail(error: unknown): void }[] = []
  const insert = (name: string, jobs: readonly { readonly id?: string }[]): Promise<string[] | null> => {
    expect(name).toBe('posts')
    const ids = jobs.map(({ id = '' }) => id)
    const { promise, resolve, reject } = Promise.withResolvers<string[] | null>()
    const answer = (): void => {
      const stored = ids.filter((id) => !known.has(id))
      for (const id of stored) known.add(id)
      resolve(stored.length === 0 ? null : stored)
    }
    statements.push({ ids, answer, fail: reject })
    return promise
  }
  /** Waits until the given number of statements was sent, and returns the last one. */
  const last = async (count: number) => {
    while (statements.length < count) await Promise.resolve()
    const statement = statements.at(-1)
    if (statement === undefined) throw new Error('Nothing was sent.')
    return statement
  }
  return { inserts: new GatheredInserts({ insert }, 'posts'), statements, last }
}

describe('jobs that are added', () => {
  it('are stored together if they come in one turn, and each call returns whether its job is new', async () => {
    const { inserts, last } = aBoss()
    const first = Promise.all(['a', 'b'].map((id) => inserts.add(job(id))))
    ;(await last(1)).answer()
    expect(await first).toEqual([true, true])
    const again = Promise.all(['b', 'c'].map((id) => inserts.add(job(id))))
    ;(await last(2)).answer()
    expect(await again).toEqual([false, true])
    const known = inserts.add(job('c'))
    ;(await last(3)).answer()
    expect(await known).toBe(false)
  })

  it('wait while others are stored, then are stored together, except for two equal jobs', async () => {
    const { inserts, statements, last } = aBoss()
    const first = inserts.add(job('a'))
    const open = await last(1)
    const others = Promise.all(['b', 'c', 'b'].map((id) => inserts.add(job(id))))
    expect(statements).toHaveLength(1)
    open.answer()
    ;(await last(2)).answer()
    ;(await last(3)).answer()
    expect(await first).toBe(true)
    expect(await others).toEqual([true, true, false])
    expect(statements.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c'], ['b']])
  })

  it('are sorted by id, so that two processes that add the same jobs never deadlock', async () => {
    const { inserts, statements, last } = aBoss()
    const all = Promise.all(['c', 'a', 'b'].map((id) => inserts.add(job(id))))
    ;(await last(1)).answer()
    expect(await all).toEqual([true, true, true])
    expect(statements.map(({ ids }) => ids)).toEqual([['a', 'b', 'c']])
  })

  it('are at most a hundred in one statement', async () => {
    const { inserts, statements, last } = aBoss()
    const all = Promise.all(Array.from({ length: 101 }, (_, at) => inserts.add(job(String(at)))))
    ;(await last(1)).answer()
    ;(await last(2)).answer()
    expect((await all).every((isNew) => isNew)).toBe(true)
    expect(statements.map(({ ids }) => ids.length)).toEqual([100, 1])
  })

  it.each([
    ['too big', '54000'],
    ['deadlock detected', '40P01'],
  ])('are stored one by one if the server may have refused only one of them: %s', async (message, code) => {
    const { inserts, last } = aBoss()
    const refused = Object.assign(new Error(message), { code })
    const all = Promise.allSettled(['a', 'big', 'c'].map((id) => inserts.add(job(id))))
    ;(await last(1)).fail(refused)
    ;(await last(2)).answer()
    ;(await last(3)).fail(refused)
    ;(await last(4)).answer()
    expect(await all).toEqual([
      { status: 'fulfilled', value: true },
      { status: 'rejected', reason: refused },
      { status: 'fulfilled', value: true },
    ])
  })

  it('all reject if the server is unreachable, and later jobs are stored', async () => {
    const { inserts, statements, last } = aBoss()
    const away = Object.assign(new Error('the line was cut'), { code: 'ECONNRESET' })
    const all = Promise.allSettled(['a', 'b'].map((id) => inserts.add(job(id))))
    ;(await last(1)).fail(away)
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const later = inserts.add(job('a'))
    ;(await last(2)).answer()
    expect(await later).toBe(true)
    expect(statements).toHaveLength(2)
  })
})
