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
])('a poll that the server takes passes: %j', async (changes) => {
  await expect(check(changes)).resolves.toBeUndefined()
})

it.each([
  [
    { options: ['1', '2', '3', '4', '5'] },
    'A poll of this mastodon server takes at most 4 choices; options.poll.options has 5. Take some out.',
  ],
  [{ options: ['tea', ' tea'] }, 'Two choices of options.poll.options are the same. Take one out.'],
  [{ options: ['tea', ' '] }, 'options.poll.options[1] is blank. Give it words.'],
  [
    { options: ['tea', 'x'.repeat(57)] },
    'options.poll.options[1] has 57 characters; this mastodon server takes at most 50. Shorten it by 7.',
  ],
  [{ seconds: 299 }, 'is open for 300 to 2629746 seconds; options.poll.seconds is 299.'],
  [{ seconds: 2_629_747 }, 'is open for 300 to 2629746 seconds; options.poll.seconds is 2629747.'],
])('a poll is refused with what to do: %j', async (changes, sentence) => {
  await expect(check(changes)).rejects.toThrow(sentence)
})

it('files stand beside a poll since Mastodon 4.6', async () => {
  await expect(check({}, 1)).resolves.toBeUndefined()
  await expect(check({}, 1, '4.5.9')).rejects.toThrow('takes no files beside a poll')
  await expect(check({}, 0, '4.5.9')).resolves.toBeUndefined()
})
