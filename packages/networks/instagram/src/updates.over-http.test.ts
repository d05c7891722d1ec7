import { servingFiles } from '@social-internal/meta-tests/served-files'
import { InMemoryMarkers, Poller, type Update } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

/**
 * Publishes `media` pictures with `comments` comments each. They are more than a day old when the
 * test polls.
 */
async function withComments(media: number, comments: number) {
  const files = await servingFiles()
  const at = await usingEmulator({ platform: { recentPosts: media } })
  const ada = await at.signIn()
  const ids: string[] = []
  for (let number = 0; number < media; number += 1) {
    const options = { idempotencyKey: `${number}` }
    ids.push((await ada.post({ text: 'Cake', media: [files.picture()] }, options)).id)
  }
  for (let number = 0; number < comments; number += 1) {
    for (const on of ids) at.people.comment({ by: 'bo', on, text: `${number}` })
    await at.clock.advance(60)
  }
  const delivered: string[] = []
  const markers = new InMemoryMarkers()
  const dispatcher = { deliver: ({ postId }: Update) => void delivered.push(postId ?? '') }
  const dispose = at[Symbol.asyncDispose].bind(at)
  return Object.assign(at, {
    ada,
    ids,
    delivered,
    async poll() {
      at.forget()
      await new Poller({ account: ada, markers, dispatcher, clock: at.clock, overlapSeconds: 0 }).checkOnce()
      return at.requests().length
    },
    async [Symbol.asyncDispose]() {
      await dispose()
      await files[Symbol.asyncDispose]()
    },
  })
}

describe('polling comments', () => {
  it('stops at the time: without new comments one request, and one per media', async () => {
    await using at = await withComments(3, 120)
    at.forget()
    expect(await at.ada.fetchUpdates(at.clock.now())).toEqual([])
    expect(at.requests()).toHaveLength(4)
    at.forget()
    expect((await at.ada.fetchUpdates()).length).toBe(150)
    expect(at.requests()).toHaveLength(4)
  })

  it('reads further pages in the next polls, and delivers each comment once', async () => {
    await using at = await withComments(2, 1)
    expect(await at.poll()).toBe(3)
    await at.clock.advance(60)
    const [first = ''] = at.ids
    const written = Array.from({ length: 230 }, (_, number) => {
      return at.people.comment({ by: 'bo', on: first, text: `new ${number}` }).id
    })
    expect(await at.poll()).toBe(3)
    for (let poll = 0; poll < 4; poll += 1) expect(await at.poll()).toBeLessThanOrEqual(3)
    expect(at.delivered.slice(2).toSorted()).toEqual(written.toSorted())
  })
})
