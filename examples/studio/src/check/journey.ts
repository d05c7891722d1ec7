import { strict as assert } from 'node:assert'

import { sampleMp4 } from '@social/emulator'

import type { PostInfo, StudioInfo, ThreadInfo, UpdateInfo } from '../shared/api.js'
import type { ThrowawayStudio } from './check-journey.js'
import { until, Visitor } from './visitor.js'

/** A picture of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ALT_TEXT = 'A very small square'
const IN_AN_HOUR_MS = 3_600_000

/** Signs in at the emulator's page, as somebody would with a browser. Gives the account's id. */
export async function connect(visitor: Visitor, studio: ThrowawayStudio): Promise<string> {
  const host = studio.emulatorHost
  const { url } = await visitor.ask<{ url: string }>('POST', '/api/accounts', { network: 'mastodon', host })
  const approval = await visitor.browser.open(new URL(url, studio.url))
  assert.equal(approval.url.host, host, 'people are sent to the network')
  const back = await visitor.browser.submit(approval, { person: 'ada', decision: 'approve' })
  const id = back.url.searchParams.get('connected')
  assert.ok(id !== null, `the callback returns to the page, not to ${back.url.href}`)
  return id
}

async function thread(visitor: Visitor, post: PostInfo): Promise<ThreadInfo> {
  return visitor.ask('GET', `/api/posts/${post.id}/thread`)
}

/** Everything that must be the same after a restart. */
function kept({ accounts, posts, updates }: StudioInfo): unknown {
  return { accounts, posts, updates }
}

/** The whole journey. Yields the name of each step before it is taken; throws where one fails. */
export async function* journey(studio: ThrowawayStudio): AsyncGenerator<string> {
  let visitor = new Visitor(studio.url)
  const stop = new AbortController()
  await visitor.listen(stop.signal)

  yield 'open the page'
  const page = await visitor.browser.open(studio.url)
  assert.match(page.text, /<div id="studio">/)

  yield "sign in through the emulator's page"
  const accountId = await connect(visitor, studio)
  const { accounts, networks } = await visitor.studio()
  assert.deepEqual(
    accounts.map(({ id, todo }) => [id, todo]),
    [[accountId, null]],
  )
  assert.ok(networks[0]?.options.some(({ name }) => name === 'visibility'))

  yield 'count a text as the network does'
  const path = `/api/accounts/${encodeURIComponent(accountId)}`
  const text = `https://example.com/${'a'.repeat(100)}`
  assert.deepEqual(await visitor.ask('POST', `${path}/measure`, { text, options: {} }), { length: 23 })

  yield 'refuse a text that is too long, and say what to do'
  const refused = await visitor.publish({ accountId, text: 'a'.repeat(501) })
  assert.equal(refused.status, 'FAILED')
  assert.match(refused.problem ?? '', /500/)

  yield 'post a text'
  const posted = await visitor.publish({ accountId, text: 'Hello from the studio' })
  assert.deepEqual([posted.status, posted.problem], ['DONE', null])

  yield 'press the button twice, and publish once'
  const idempotencyKey = crypto.randomUUID()
  const [first, second] = await Promise.all([
    visitor.publish({ accountId, text: 'Only once', idempotencyKey }),
    visitor.publish({ accountId, text: 'Only once', idempotencyKey }),
  ])
  assert.equal(first.postId, second.postId)

  yield 'post a picture with a description'
  const { id: uploadId } = await visitor.upload('square.png', PICTURE)
  const picture = await visitor.publish({ accountId, text: 'Look', media: [{ uploadId, altText: ALT_TEXT }] })
  assert.deepEqual([picture.status, picture.problem], ['DONE', null])
  const [shown] = (await thread(visitor, picture)).posts
  assert.equal(shown?.attachments[0]?.altText, ALT_TEXT)
  assert.ok(visitor.events.includes('progress'), 'the page was told how the upload was getting on')

  yield 'post a video, which the network works on for a moment'
  const film = await visitor.upload('film.mp4', sampleMp4())
  const video = await visitor.publish({
    accountId,
    text: 'Moving',
    media: [{ uploadId: film.id, altText: 'A film' }],
  })
  assert.deepEqual([film.kind, video.status, video.problem], ['VIDEO', 'DONE', null])
  await visitor.ask('DELETE', `/api/posts/${video.id}`)

  yield 'schedule a post'
  const publishAt = new Date(Date.now() + IN_AN_HOUR_MS).toISOString()
  const scheduled = await visitor.publish({ accountId, text: 'See you in an hour', publishAt })
  assert.deepEqual([scheduled.status, scheduled.problem], ['SCHEDULED', null])

  yield 'someone comments, and it arrives in the inbox'
  await visitor.ask('POST', '/api/happenings/comment', { accountId })
  const comment = await visitor.arrival('COMMENT_CREATED')
  assert.equal(comment.aboutText, picture.text)
  assert.ok(comment.canAnswer && comment.text !== null)
  assert.ok(visitor.events.includes('update'), 'the page was told')

  yield 'read the thread'
  assert.ok((await thread(visitor, picture)).posts.some((post) => post.depth === 1 && !post.isMine))

  yield 'answer the comment'
  const answer = { text: 'Thank you!', idempotencyKey: crypto.randomUUID() }
  const answered = await visitor.ask<UpdateInfo>(
    'POST',
    `/api/updates/${encodeURIComponent(comment.id)}/answer`,
    answer,
  )
  assert.equal(answered.answer, answer.text)
  assert.ok((await thread(visitor, picture)).posts.some((post) => post.depth === 2 && post.isMine))

  yield 'restart, and find everything again'
  const before = kept(await visitor.studio())
  stop.abort()
  await studio.restart()
  visitor = new Visitor(studio.url)
  assert.deepEqual(kept(await visitor.studio()), before)

  yield 'go on without signing in again'
  const after = await visitor.publish({ accountId, text: 'Still here' })
  assert.deepEqual([after.status, after.problem], ['DONE', null])
  assert.equal((await thread(visitor, picture)).posts.length, 3)

  yield 'hear of a message, and of nothing twice'
  await visitor.ask('POST', '/api/happenings/message', { accountId })
  const message = await visitor.arrival('MESSAGE_RECEIVED')
  assert.ok(message.canAnswer)
  const { updates } = await visitor.studio()
  assert.equal(updates.filter(({ kind }) => kind === 'COMMENT_CREATED').length, 1)

  yield 'cancel what was scheduled'
  await visitor.ask('DELETE', `/api/posts/${scheduled.id}`)
  await until('Cancelling', async () =>
    (await visitor.studio()).posts.every(({ id }) => id !== scheduled.id) ? true : null,
  )

  yield 'delete a post'
  await visitor.ask('DELETE', `/api/posts/${after.id}`)
  await until('Deleting', async () =>
    (await visitor.studio()).posts.every(({ id }) => id !== after.id) ? true : null,
  )
}
