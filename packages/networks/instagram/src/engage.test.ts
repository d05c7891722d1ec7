import { aComment, engagesComments } from '@social-internal/meta-tests/updates-trial'
import { InvalidPostError, makePerson, NotAllowedError } from '@social/core/platform'
import { aCall, aPublishCall, FakeClock } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { replyPrivately } from './engage.js'
import { instagram } from './platform.js'

const platform = instagram()
const connection = anAccount()
const trial = { platform, connection, commentId: '8' }
const MESSAGES = `POST /v26.0/${connection.accountId}/messages`
const DAY = 86_400_000

engagesComments({
  ...trial,
  message: {
    answer: /instagram does not support answering an update of the kind .*COMMENT_CREATED/,
    hide: /hiding an update of the kind .*COMMENT_CREATED/,
    delete: /deleting an update of the kind .*COMMENT_CREATED/,
  },
  hide: { path: '/v26.0/8', form: { hide: 'true' } },
})

it('takes 2,200 characters as a reply, and reports the length of a longer one', async () => {
  const call = aPublishCall({ platform, connection, replies: { 'POST /v26.0/8/replies': { id: '9' } } })
  await platform.replyToUpdate(aComment(trial), '🙂'.repeat(2200), call)
  expect(call.transport.requests[0]?.form).toEqual({ message: '🙂'.repeat(2200) })
  const tooLong = platform.replyToUpdate(aComment(trial), '🙂'.repeat(2201), call)
  await expect(tooLong).rejects.toThrow('The comment has 2201 characters; instagram takes at most 2200')
  await expect(tooLong).rejects.toMatchObject({ platform: 'instagram' })
})

const sending = (text: string, changes: object = {}, age = 0) => {
  const replies = { [MESSAGES]: { message_id: 'm1', recipient_id: 77 } }
  const clock = new FakeClock({ now: new Date(Date.parse('2026-11-22T12:00:00Z') + age), autoAdvance: true })
  const call = aCall({ platform, connection, replies, clock })
  return { call, sent: replyPrivately(aComment(trial, changes), text, call) }
}

it('sends one private message of up to 1,000 bytes within seven days', async () => {
  const { call, sent } = sending('é'.repeat(500), {}, 7 * DAY)
  expect(await sent).toMatchObject({ id: 'm1', personId: '77', raw: { message_id: 'm1' } })
  expect(call.transport.requests.map(({ json }) => json)).toEqual([
    { recipient: { comment_id: '8' }, message: { text: 'é'.repeat(500) } },
  ])
})

it.each<[string, string, object, number, typeof InvalidPostError | typeof NotAllowedError, RegExp]>([
  ['is empty', '', {}, 0, InvalidPostError, /has 0 bytes; instagram takes 1 to 1000/],
  ['is blank', ' \n', {}, 0, InvalidPostError, /takes 1 to 1000/],
  ['is too long', `${'é'.repeat(500)}x`, {}, 0, InvalidPostError, /has 1001 bytes/],
  [
    'is to oneself',
    'x',
    { actor: makePerson({ id: connection.accountId }) },
    0,
    InvalidPostError,
    /account itself/,
  ],
  ['comes too late', 'x', {}, 7 * DAY + 1, NotAllowedError, /older than 7 days.*account\.replyToUpdate/],
])('sends no private message that %s', async (_what, text, changes, age, type, expected) => {
  const { call, sent } = sending(text, changes, age)
  const error: unknown = await sent.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(type)
  expect(error).toMatchObject({ platform: 'instagram', message: expect.stringMatching(expected) })
  expect(call.transport.requests).toEqual([])
})
