import { InMemoryStorage, NetworkError, OutcomeUnknownError, SocialClient } from '@social/core'
import { FakeClock, inTurn, RecordingTransport } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import posted from '../../__fixtures__/statuses.posted.json' with { type: 'json' }
import { mastodon } from '../../platform.js'

const lost = new NetworkError('reset', { delivery: 'UNKNOWN' })
const down = new NetworkError('refused', { delivery: 'NOT_SENT' })
const limited = { status: 429, headers: { 'x-ratelimit-reset': '2024-01-01T03:00:00Z' } }
const POST = 'POST /api/v1/statuses'

it.each([
  ['the server went down after the first attempt', inTurn(lost, down)],
  ['the account was limited after the first attempt', inTurn(lost, limited)],
])('does not report a post as unpublished when %s', async (_what, answers) => {
  const clock = new FakeClock({ autoAdvance: { upToSeconds: 60 } })
  const replies = { 'GET /api/v2/instance': {}, [POST]: answers }
  const transport = new RecordingTransport(replies)
  const storage = new InMemoryStorage()
  await storage.saveConnection(anAccount())
  const client = new SocialClient({ storage, platforms: { mastodon: mastodon() }, transport, clock })
  const account = client.account('mastodon:social.example:14715')
  const options = { idempotencyKey: 'k' }

  await expect(account.post({ text: 'once' }, options)).rejects.toThrow(OutcomeUnknownError)

  // Two hours later the server no longer knows the idempotency key, so sending again could create a
  // second post.
  transport.replies = { ...replies, [POST]: posted }
  await clock.advance(2 * 3600)
  transport.reset()
  await expect(account.post({ text: 'once' }, options)).rejects.toThrow(OutcomeUnknownError)
  expect(transport.requestsTo(POST)).toEqual([])
})
