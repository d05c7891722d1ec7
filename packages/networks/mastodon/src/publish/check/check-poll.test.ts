import { aCall } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import instance from '../../__fixtures__/instance.v2.json' with { type: 'json' }
import { readSettings } from '../../options.js'
import { mastodon } from '../../platform.js'
import { checkPollOf } from './check-poll.js'

const GOOD = { options: ['tea', 'coffee'], seconds: 300, multiple: false, hideTotals: false }

function check(changes: Partial<typeof GOOD>, mediaCount = 0, version = '4.6.0'): Promise<void> {
  const replies = { 'GET /api/v2/instance': { ...instance, version } }
  const call = aCall({ platform: mastodon(), connection: anAccount(), replies })
  return checkPollOf({ poll: { ...GOOD, ...changes }, mediaCount }, call, readSettings({}))
}

it.each([
  [{}],
  [{ seconds: 2_629_746 }],
  [{ options: ['1', '2', '3', '4'] }],
  [{ options: [' tea ', '👨‍👩‍👧‍👦'.repeat(50)] }],
])('a poll within the limits of the server passes: %j', async (changes) => {
  await expect(check(changes)).resolves.toBeUndefined()
})

it.each([
  [
    { options: ['1', '2', '3', '4', '5'] },
    'This mastodon server accepts at most 4 choices in a poll. options.poll.options has 5. Remove some.',
  ],
  [{ options: ['tea', ' tea'] }, 'Two choices of options.poll.options are the same. Remove one.'],
  [{ options: ['tea', ' '] }, 'options.poll.options[1] is blank. Enter a text.'],
  [
    { options: ['tea', 'x'.repeat(57)] },
    'options.poll.options[1] has 57 characters. This mastodon server accepts at most 50. Shorten it by 7.',
  ],
  [{ seconds: 299 }, 'lasts 300 to 2629746 seconds. options.poll.seconds is 299.'],
  [{ seconds: 2_629_747 }, 'lasts 300 to 2629746 seconds. options.poll.seconds is 2629747.'],
])('a poll is refused with advice: %j', async (changes, sentence) => {
  await expect(check(changes)).rejects.toThrow(sentence)
})

it('a poll accepts files from Mastodon 4.6 on', async () => {
  await expect(check({}, 1)).resolves.toBeUndefined()
  await expect(check({}, 1, '4.5.9')).rejects.toThrow('does not accept files together with a poll')
  await expect(check({}, 0, '4.5.9')).resolves.toBeUndefined()
})
