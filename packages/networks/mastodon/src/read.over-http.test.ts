import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

describe('threads over HTTP', () => {
  // Holds R-0038, R-0039, R-0213.
  it('are complete when nothing is missing', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'hello' })
    const first = at.people.comment({ by: 'bea', on: id, text: 'one' })
    const second = at.people.comment({ by: 'bo', on: first.id, text: 'two' })

    const thread = await account.readThread(id)

    expect(thread.replies.map((reply) => [reply.id, reply.parentId, reply.rootId])).toEqual([
      [first.id, id, id],
      [second.id, first.id, id],
    ])
    expect(thread.replies[0]?.text).toBe('@ada one')
    expect(thread.complete).toBe(true)
    expect((await account.readThread(id, { depth: 1 })).complete).toBe(false)
    expect((await account.readThread(id, { limit: 1 })).replies).toHaveLength(1)
    expect((await account.readThread(second.id)).post.rootId).toBe(id)
  })

  // Holds R-0269.
  it('are incomplete while replies arrive from other servers', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bo', text: 'far away' })
    at.people.asyncRefresh({ on: id })

    expect((await account.readThread(id)).complete).toBe(false)
  })

  // Holds R-0212.
  it('contain mentions, links and tags from the HTML', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.mention({
      by: 'bea',
      of: 'ada',
      text: 'see https://example.com/a/very/long/path/that/is/cut #cats',
    })

    const post = await account.readPost(id)

    expect(post.links.map(({ kind, start, end }) => [kind, post.text.slice(start, end)])).toEqual([
      ['MENTION', '@ada'],
      ['LINK', expect.stringMatching(/^example\.com/)],
      ['TAG', '#cats'],
    ])
    expect(post.html).toContain('<p>')
  })
})

describe('the statistics and the profile over HTTP', () => {
  // Holds R-0026, R-0100, R-0207, R-0209, R-0210.
  it('need one request each', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'count me' })
    at.people.comment({ by: 'bea', on: id, text: 'one' })
    at.people.favourite({ by: 'bo', on: id })
    at.people.boost({ by: 'bo', on: id })
    at.forget()

    expect(await account.readStats(id)).toMatchObject({ comments: 1, likes: 1, shares: 1 })
    expect(await account.profile()).toMatchObject({ name: `@ada@${at.host}` })
    expect(at.counts()).toEqual({
      'GET /api/v1/statuses/:id': 1,
      'GET /api/v1/accounts/verify_credentials': 1,
    })
  })
})
