import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { definePlatform } from '../../contract/index.js'
import { InvalidPostError, NotSupportedError } from '../../errors/index.js'
import { Media } from '../../media/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { aConnection, FakeTransport, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

/** Makes a client of the sample network that accepts only videos with a title. */
function videosOnly() {
  const { features: _flags, ...rest } = sample()
  return definePlatform({
    ...rest,
    features: ['POST_VIDEO', 'DELETE_POST', 'MESSAGES'],
    postOptions: v.strictObject({ title: v.string('sample needs options.title.') }),
  })
}

async function posting(post: object) {
  const storage = new InMemoryStorage()
  await storage.saveConnection(aConnection())
  const transport = new FakeTransport(() => ({}))
  const client = new SocialClient({ storage, platforms: { sample: videosOnly() }, transport })
  const error = await client
    .account<string>('sample:1')
    .post(post)
    .catch((thrown: unknown) => thrown)
  return { error, requests: transport.requests }
}

const file = (filename: string) => Media.fromBytes(new Uint8Array([1]), { filename })

describe('a post with several mistakes', () => {
  it.each([
    ['words alone', { text: 'Hello' }, NotSupportedError, 'text-only posts'],
    ['a picture', { media: [file('a.png')] }, NotSupportedError, 'pictures'],
    ['an answer', { media: [file('a.mp4')], replyTo: '1' }, NotSupportedError, 'replies to another'],
    ['only its options wrong', { media: [file('a.mp4')] }, InvalidPostError, 'options.title'],
  ])(
    '%s: an unsupported feature is reported before an invalid option',
    async (_what, post, kind, message) => {
      const { error, requests } = await posting(post)

      expect(error).toBeInstanceOf(kind)
      expect(String(error)).toContain(message)
      expect(requests).toEqual([])
    },
  )
})
