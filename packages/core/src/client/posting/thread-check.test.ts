import { describe, expect, it } from 'vitest'

import { InvalidPostError, NotSupportedError } from '../../errors/index.js'
import { Media } from '../../media/index.js'
import { makePostResult, type Post } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'
import { aClient, sample } from '../__fixtures__/sample.js'

/** Makes an account of a network with threads, and records the calls of the platform's methods. */
async function threading() {
  const checked: string[] = []
  const published: string[] = []
  const { client } = await aCapableClient({
    features: [...sample().features, 'POST_THREAD', 'POST_IMAGE'],
    publish: async (post: Post) => {
      published.push(post.text)
      return makePostResult({ id: 'p1' })
    },
    checkThreadPart: async ({ text }: Post) => {
      checked.push(text)
      if (text.length > 10) throw new InvalidPostError('Too long.', { platform: 'sample' })
    },
  })
  const id: string = 'sample:1'
  return { account: client.account(id), checked, published }
}

describe('checkThread', () => {
  it("checks every part with the network's rules, and sends nothing", async () => {
    const { account, checked, published } = await threading()

    await expect(account.checkThread([{ text: 'one' }, { text: 'two' }])).resolves.toBeUndefined()

    expect(checked).toEqual(['one', 'two'])
    expect(published).toEqual([])
  })

  it.each([
    [
      'a part that is too long',
      [{ text: 'one' }, { text: 'far too long' }],
      /Too long.*part 2 of 2.*no part is published/,
    ],
    ['no part', [], /an empty one/],
    ['places that hold nothing', Array<never>(2), /not undefined.*part 1 of 2/],
    ['what is no list', { text: 'one' }, /takes a list of posts/],
    ['an answer in the middle', [{ text: 'one' }, { text: 'two', replyTo: '1' }], /part 2 of 2/],
    ['a set time', [{ text: 'one', publishAt: '2030-01-01T00:00:00Z' }], /publishAt.*part 1 of 1/],
    [
      'a missing file',
      [{ text: 'one' }, { text: 'two', media: [Media.fromFile('/nowhere/a.png')] }],
      /does not exist.*part 2 of 2/,
    ],
  ])('refuses a thread for %s, like postThread', async (_what, posts, message) => {
    const { account, published } = await threading()

    // Cast on purpose: some of these values do not compile, but JavaScript callers can pass them.
    await expect(account.checkThread(posts as never)).rejects.toThrow(message)
    await expect(account.postThread(posts as never)).rejects.toThrow(message)
    expect(published).toEqual([])
  })

  it('refuses a network without threads by name', async () => {
    const id: string = 'sample:1'
    const { client } = await aClient()

    await expect(client.account(id).checkThread([{ text: 'one' }])).rejects.toThrow(NotSupportedError)
  })
})
