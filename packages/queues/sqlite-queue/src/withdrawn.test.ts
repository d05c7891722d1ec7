import { describe, expect, it } from 'vitest'

import { Bench } from './__fixtures__/bench.js'

describe('a job that is withdrawn and taken concurrently', () => {
  it('is either run or withdrawn, never both', async () => {
    await using bench = new Bench()
    const { queue } = bench.open()
    const ids = Array.from({ length: 60 }, (_nothing, at) => `p${at}-x`)
    for (const id of ids) await queue.add({ id, kind: 'TEST', payload: {}, dueAt: null, keepSeconds: 3_600 })
    const ran: string[] = []
    const working = queue.work(
      async ({ id }) => {
        ran.push(id)
        return { to: 'DONE', memo: {} }
      },
      { concurrency: 5, report: () => undefined },
    )
    const answers = await Promise.all(
      ids.toReversed().map(async (id) => ((await queue.withdraw(id, {})) ? [id] : [])),
    )
    const withdrawn = answers.flat()
    await expect.poll(async () => (await queue.count()).ENDED).toBe(ids.length)
    expect(new Set([...ran, ...withdrawn]).size).toBe(ids.length)
    expect(ran.length + withdrawn.length).toBe(ids.length)
    await (await working).stop({ withinSeconds: 5 })
  })
})
