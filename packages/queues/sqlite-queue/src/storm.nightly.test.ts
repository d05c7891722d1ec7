import { describe, expect, it } from 'vitest'

import { aWorld } from './__fixtures__/world.js'

const POSTS = 60
const ROUNDS = 8

describe('many kills', () => {
  it('leaves every post published once', { timeout: 900_000 }, async () => {
    await using world = await aWorld()
    const keys = Array.from({ length: POSTS }, (_nothing, at) => `post-${String(at).padStart(2, '0')}`)
    await Promise.all(
      keys.map((key) =>
        world.jobs.publish({ connectionId: world.id, post: { text: key }, idempotencyKey: key }),
      ),
    )
    let kills = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      // By the clocks of this round's workers, the claims of earlier rounds have expired.
      const aheadSeconds = round * 61
      const workers = await Promise.all([1, 2].map(() => world.startWorker({ aheadSeconds, concurrency: 3 })))
      for (const worker of workers) {
        await new Promise((resolve) => {
          setTimeout(resolve, Math.random() * 300)
        })
        await worker.kill()
        kills += 1
      }
    }
    await world.startWorker({ aheadSeconds: ROUNDS * 61, concurrency: 10 })
    await world.done(POSTS)
    const texts = world.texts()
    const lost = keys.filter((key) => !texts.includes(key)).length
    const doubled = texts.length - new Set(texts).size
    process.stdout.write(`${POSTS} posts, ${kills} kills: ${lost} lost, ${doubled} doubled.\n`)
    expect([lost, doubled, texts.length]).toEqual([0, 0, POSTS])
  })
})
