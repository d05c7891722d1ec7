import { strict as assert } from 'node:assert'

import { sampleMp4 } from '@social/emulator'

import type { CheckInfo } from '../shared/compose.js'
import type { ThreadInfo } from '../shared/inbox.js'
import type { PostInfo } from '../shared/posts.js'
import { PICTURE } from './samples.js'
import { connectedId, openApproval } from './sign-in.js'
import { until, type Visitor } from './visitor.js'

const ALT_TEXT = 'A very small square'
const IN_AN_HOUR_MS = 3_600_000

/** Data that the steps before the restart pass to the steps after the restart. */
export interface MastodonSoFar {
  readonly accountId: string
  readonly picture: PostInfo
  readonly scheduled: PostInfo
}

async function thread(visitor: Visitor, post: PostInfo): Promise<ThreadInfo> {
  return visitor.ask('GET', `/api/posts/${post.id}/thread`)
}

/**
 * Signs in on the emulator's sign-in page, as a person does in a browser. Returns the account's
 * id.
 */
export async function signInAtMastodon(visitor: Visitor, host: string): Promise<string> {
  const approval = await openApproval(visitor, 'mastodon', host)
  assert.equal(approval.url.host, host, 'people are sent to the network')
  return connectedId(await visitor.browser.submit(approval, { person: 'ada', decision: 'approve' }))
}

/** Runs the steps at Mastodon. */
export async function* mastodonJourney(
  visitor: Visitor,
  host: string,
): AsyncGenerator<string, MastodonSoFar> {
  yield 'Mastodon: sign in through its page'
  const accountId = await signInAtMastodon(visitor, host)
  const { accounts, networks } = await visitor.studio()
  assert.deepEqual(
    accounts.map(({ id, problem }) => [id, problem]),
    [[accountId, null]],
  )
  assert.ok(networks[0]?.options.some(({ name }) => name === 'visibility'))

  yield 'Mastodon: count a text as the network does'
  const text = `https://example.com/${'a'.repeat(100)}`
  const draft = { accountId, text, media: [], publishAt: null, options: {} }
  const [short, long] = await visitor.ask<readonly CheckInfo[]>('POST', '/api/checks', [
    draft,
    { ...draft, text: 'a'.repeat(501) },
  ])
  assert.deepEqual(short, { accountId, length: 23, maxLength: 500, more: [], issues: [], note: null })
  assert.equal(long?.issues[0]?.field, 'text')
  assert.match(long.issues[0].text, /500/)

  yield 'Mastodon: refuse a text that is too long, and report the required action'
  const refused = await visitor.publish({ accountId, text: 'a'.repeat(501) })
  assert.equal(refused.status, 'FAILED')
  assert.match(refused.problem ?? '', /500/)

  yield 'Mastodon: post a text'
  const posted = await visitor.publish({ accountId, text: 'Hello from the studio' })
  assert.deepEqual([posted.status, posted.problem], ['DONE', null])

  yield 'Mastodon: press the button twice, and publish once'
  const idempotencyKey = crypto.randomUUID()
  const [first, second] = await Promise.all([
    visitor.publish({ accountId, text: 'Only once', idempotencyKey }),
    visitor.publish({ accountId, text: 'Only once', idempotencyKey }),
  ])
  assert.equal(first.postId, second.postId)

  yield 'Mastodon: post a picture with a description'
  const { id: uploadId } = await visitor.upload('square.png', PICTURE)
  const picture = await visitor.publish({ accountId, text: 'Look', media: [{ uploadId, altText: ALT_TEXT }] })
  assert.deepEqual([picture.status, picture.problem], ['DONE', null])
  const [shown] = (await thread(visitor, picture)).posts
  assert.equal(shown?.attachments[0]?.altText, ALT_TEXT)
  assert.ok(visitor.events.includes('progress'), 'the page receives the upload progress')

  yield 'Mastodon: post a video, which the network processes first'
  const film = await visitor.upload('film.mp4', sampleMp4())
  const video = await visitor.publish({
    accountId,
    text: 'Moving',
    media: [{ uploadId: film.id, altText: 'A film' }],
  })
  assert.deepEqual([film.kind, video.status, video.problem], ['VIDEO', 'DONE', null])
  await visitor.ask('DELETE', `/api/posts/${video.id}`)

  yield 'Mastodon: schedule a post'
  const publishAt = new Date(Date.now() + IN_AN_HOUR_MS).toISOString()
  const scheduled = await visitor.publish({ accountId, text: 'See you in an hour', publishAt })
  assert.deepEqual([scheduled.status, scheduled.problem], ['SCHEDULED', null])

  yield 'Mastodon: receive a comment in the inbox'
  await visitor.happen('comment', accountId)
  const comment = await visitor.arrival(accountId, 'COMMENT_CREATED')
  assert.equal(comment.aboutText, picture.text)
  assert.ok(comment.actions.includes('REPLY') && comment.text !== null)
  assert.ok(visitor.events.includes('update'), 'the page receives the update')

  yield 'Mastodon: read the thread'
  assert.ok((await thread(visitor, picture)).posts.some((post) => post.depth === 1 && !post.isMine))

  yield 'Mastodon: answer the comment'
  const answered = await visitor.answer(comment, 'Thank you!')
  assert.equal(answered.answer, 'Thank you!')
  assert.ok((await thread(visitor, picture)).posts.some((post) => post.depth === 2 && post.isMine))
  return { accountId, picture, scheduled }
}

/** Runs the steps at Mastodon after a restart of the studio. */
export async function* mastodonAfterwards(
  visitor: Visitor,
  { accountId, picture, scheduled }: MastodonSoFar,
): AsyncGenerator<string, void> {
  yield 'Mastodon: continue without a new sign-in'
  const after = await visitor.publish({ accountId, text: 'Still here' })
  assert.deepEqual([after.status, after.problem], ['DONE', null])
  assert.equal((await thread(visitor, picture)).posts.length, 3)

  yield 'Mastodon: receive a message, and no update twice'
  await visitor.happen('message', accountId)
  const message = await visitor.arrival(accountId, 'MESSAGE_RECEIVED')
  assert.ok(message.actions.includes('REPLY') && message.text !== null)
  assert.equal(await visitor.count(accountId, 'COMMENT_CREATED'), 1)

  yield 'Mastodon: cancel the scheduled post'
  await visitor.ask('DELETE', `/api/posts/${scheduled.id}`)
  await until('Cancelling', async () =>
    (await visitor.studio()).posts.every(({ id }) => id !== scheduled.id) ? true : null,
  )

  yield 'Mastodon: delete a post'
  await visitor.ask('DELETE', `/api/posts/${after.id}`)
  await until('Deleting', async () =>
    (await visitor.studio()).posts.every(({ id }) => id !== after.id) ? true : null,
  )
}
