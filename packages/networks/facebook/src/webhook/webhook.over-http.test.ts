import { showsDeletion } from '@social-internal/meta-tests/deletion-trial'
import { ConfigError, MissingPermissionError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { receiving } from '../__fixtures__/receiving.js'

type Here = Awaited<ReturnType<typeof receiving>>

/** Creates a page with a post. The emulated Facebook pushes the page's updates to the routes. */
async function pushing(here: Here, fields?: readonly string[]) {
  const { at } = here
  const page = await at.signIn()
  await page.startUpdates(fields && { kinds: fields })
  const { accepted } = await at.people.setUpWebhook({ url: here.webhook, verifyToken: 'a text of our own' })
  expect(accepted).toBe(true)
  const { id: postId } = await page.post({ text: 'Bread' })
  await at.people.deliverEvents({})
  here.handled.length = 0
  return { page, postId }
}

describe('a setup check', () => {
  // Holds R-0160, R-0193.
  it('gets the challenge as its response, and is refused with another token', async () => {
    await using here = await receiving()
    for (const [verifyToken, answer] of [
      ['a text of our own', { status: 200, accepted: true }],
      ['another', { status: 403, accepted: false }],
    ] as const)
      expect(await here.at.people.setUpWebhook({ url: here.webhook, verifyToken })).toEqual(answer)
  })
})

describe('a pushed update', () => {
  // Holds R-0030, R-0031, R-0244.
  it('arrives once, in any order, although it is delivered twice', async () => {
    await using here = await receiving()
    const { at, handled } = here
    const { page, postId } = await pushing(here)
    const { id: commentId } = at.people.comment({ by: 'Bo', on: postId, text: 'Café / yes' })
    at.people.react({ by: 'Bo', on: postId, type: 'LOVE' })
    at.people.mention({ by: 'Other Page', page: "Ada's Cakes", text: "hi Ada's Cakes" })

    const attempts = await at.people.deliverEvents({ copies: 2, reversed: true })

    expect(attempts.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(handled.toSorted((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
      {
        kind: 'COMMENT_CREATED',
        connectionId: page.id,
        id: `facebook:feed:comment:add:${commentId}`,
        actor: { displayName: 'Bo' },
        postId: commentId,
        aboutPostId: postId,
        threadRootId: postId,
        raw: { message: 'Café / yes', comment_id: commentId },
        envelope: { id: page.id.slice('facebook:'.length), time: expect.any(Number) },
      },
      { kind: 'MENTION', actor: { displayName: 'Other Page' }, aboutPostId: null },
      { kind: 'REACTION_ADDED', postId, aboutPostId: postId, raw: { reaction_type: 'love' } },
    ])
  })

  // Holds R-0032, R-0199, R-0244.
  it('in one body is one update per change', async () => {
    await using here = await receiving()
    const { at, handled } = here
    const { postId } = await pushing(here)
    for (const text of ['One', 'Two', 'Three']) at.people.comment({ by: 'Bo', on: postId, text })
    expect(await at.people.deliverEvents({ together: true })).toHaveLength(1)
    expect(handled.map(({ raw }) => raw['message'])).toEqual(['One', 'Two', 'Three'])
  })

  it('reports removed objects and unknown kinds', async () => {
    await using here = await receiving()
    const { at, handled } = here
    const { page, postId } = await pushing(here)
    const { id } = at.people.comment({ by: 'Bo', on: postId, text: 'One' })
    at.people.editComment({ id, text: 'Two' })
    at.people.editComment({ id, text: 'Three' })
    await at.clock.advance(5)
    at.people.remove({ id })
    at.people.remove({ id: postId })
    at.people.pushEvent({ of: "Ada's Cakes", field: 'ratings', value: '{"verb":"add","rating":5}' })
    await at.people.deliverEvents({})
    expect(handled.map(({ kind, kindName, postId: about }) => [kind, kindName, about])).toEqual([
      ['COMMENT_CREATED', 'COMMENT_CREATED', id],
      ['UNKNOWN', 'comment edited', id],
      ['COMMENT_DELETED', 'COMMENT_DELETED', id],
      ['POST_DELETED', 'POST_DELETED', postId],
      ['UNKNOWN', 'add', null],
    ])
    expect(handled.every(({ connectionId }) => connectionId === page.id)).toBe(true)
  })

  it('is delivered again after a handler failed', async () => {
    await using here = await receiving()
    const { at, handled } = here
    const { postId } = await pushing(here)
    let attempts = 0
    here.dispatcher.onAny(() => {
      attempts += 1
      if (attempts === 1) throw new Error('the handler failed')
    })
    at.people.comment({ by: 'Bo', on: postId, text: 'One' })
    const first = await at.people.deliverEvents({})
    const statuses = [...first, ...(await at.people.deliverEvents({}))].map(({ status }) => status)
    expect(statuses).toEqual([500, 200])
    expect([attempts, new Set(handled.map(({ id }) => id)).size]).toEqual([2, 1])
  })

  // Holds R-0197.
  it('is refused with another secret, and without one', async () => {
    await using here = await receiving()
    const { at, handled } = here
    const { postId } = await pushing(here)
    at.people.setWebhook({ url: here.webhook, secret: 'forged-secret' })
    at.people.comment({ by: 'Mallory', on: postId, text: 'Forged' })
    const [attempt] = await at.people.deliverEvents({})
    expect(attempt?.status).toBe(401)
    expect(handled).toEqual([])
    const refused = await fetch(here.webhook, { method: 'POST', body: attempt?.body ?? '' })
    expect([refused.status, await refused.text()]).toEqual([401, 'Refused.'])
  })
})

describe('the same comment, polled and pushed', () => {
  // Holds R-0029, R-0032, R-0033, R-0245, R-0262.
  it('is equal: id, raw, and everything but the envelope', async () => {
    await using here = await receiving()
    const { at, handled } = here
    const { page, postId } = await pushing(here)
    const { id: top } = at.people.comment({ by: 'Bo', on: postId, text: 'Café / yes' })
    at.people.comment({ by: 'Cleo', on: top, text: 'An answer' })
    await page.reply(postId, 'From the page itself')
    at.people.comment({ by: 'Bo', on: postId, text: 'Look', picture: 'https://files.example/cake.jpg' })
    await at.people.deliverEvents({})

    const polled = await page.fetchUpdates(null)

    expect(handled).toHaveLength(4)
    for (const update of polled) {
      const twin = handled.find(({ id }) => id === update.id)
      expect(twin?.raw).toEqual(update.raw)
      expect({ ...twin, actor: twin?.actor?.id }).toEqual({ ...update, actor: update.actor?.id })
      expect([Object.keys(twin?.envelope ?? {}), update.envelope]).toEqual([['id', 'time', 'changes'], {}])
    }
    expect(polled).toMatchObject([
      { url: expect.stringMatching(/facebook\.com\/\d+_\d+\?comment_id=\d+$/), attachments: [] },
      { url: expect.stringMatching(/\?comment_id=\d+&reply_comment_id=\d+$/) },
      { url: expect.any(String) },
      { attachments: [{ kind: 'image', url: 'https://files.example/cake.jpg' }] },
    ])
    // The dispatcher uses one store of seen ids for polled and pushed updates.
    for (const update of polled) await here.dispatcher.deliver(update)
    expect(handled).toHaveLength(4)
  })
})

describe('pushing', () => {
  it('is started and stopped for a page', async () => {
    await using here = await receiving()
    const page = await here.at.signIn()
    const subscribed = () => here.at.people.state().pages[0]?.subscribed
    await page.startUpdates()
    expect(subscribed()).toEqual(['feed', 'mention'])
    await page.startUpdates({ kinds: ['ratings'] })
    expect(subscribed()).toEqual(['ratings'])
    await page.stopUpdates()
    expect(subscribed()).toEqual([])
  })

  it('refuses an invalid field before any request', async () => {
    await using here = await receiving()
    const page = await here.at.signIn()
    for (const kinds of [['comments'], []])
      await expect(page.startUpdates({ kinds })).rejects.toThrow(ConfigError)
    expect(here.at.requests()).toEqual([])
  })

  it('reports the missing permission', async () => {
    await using here = await receiving()
    const page = await here.at.signIn('Ada', ['pages_show_list'])
    const starting = page.startUpdates()
    await expect(starting).rejects.toThrow(MissingPermissionError)
    await expect(starting).rejects.toMatchObject({ needs: 'pages_manage_metadata' })
  })
})

describe('a person', () => {
  it('who removes the app ends the connections of all their pages', async () => {
    const pagesOf = new Map<string, readonly string[]>()
    await using here = await receiving({
      routes: { resolveConnection: ({ actor }) => pagesOf.get(actor?.id ?? '') ?? null },
    })
    const page = await here.at.signIn()
    const { extra } = await page.connection()
    pagesOf.set(String(extra['personId']), [page.id, 'facebook:2'])
    expect(await here.at.people.removeApp({ person: 'Ada' })).toMatchObject({ status: 200 })
    expect(here.handled).toMatchObject([
      { kind: 'CONNECTION_REVOKED', connectionId: page.id },
      { kind: 'CONNECTION_REVOKED', connectionId: 'facebook:2' },
    ])
    await expect(page.profile()).rejects.toThrow(/removed the app/)
  })

  it('who requests data deletion gets a code and a status page', async () => {
    await using here = await receiving()
    await here.at.signIn()
    const answer = await here.at.people.requestDeletion({ person: 'Ada' })
    expect(here.handled).toMatchObject([{ kind: 'DATA_DELETION_REQUESTED', connectionId: '' }])
    await showsDeletion(answer, { origin: here.origin, displayName: 'Facebook' })
    const other = await fetch(`${here.origin}${here.prefix}/networks/facebook/data-deletion?code=1`)
    expect(other.status).toBe(404)
  })

  it('cannot be impersonated', async () => {
    await using here = await receiving()
    await here.at.signIn()
    here.at.people.setApp({ appSecret: 'the-secret-of-somebody-else' })
    expect(await here.at.people.removeApp({ person: 'Ada' })).toMatchObject({ status: 401 })
    expect(await here.at.people.requestDeletion({ person: 'Ada' })).toMatchObject({ status: 401 })
    for (const path of ['deauthorize', 'data-deletion']) {
      const body = new URLSearchParams({ signed_request: 'a.b' })
      const reply = await fetch(`${here.webhook}/${path}`, { method: 'POST', body })
      expect([reply.status, await reply.text()]).toEqual([401, 'Refused.'])
    }
    expect(here.handled).toEqual([])
  })
})
