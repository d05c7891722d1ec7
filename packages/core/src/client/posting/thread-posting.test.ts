import { describe, expect, it } from 'vitest'

import type { PublishCall } from '../../contract/index.js'
import {
  IdempotencyConflictError,
  InvalidPostError,
  NetworkError,
  NotSupportedError,
  OutcomeUnknownError,
  SocialBaseError,
} from '../../errors/index.js'
import { makePostResult, type Post } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'
import { aClient, sample } from '../__fixtures__/sample.js'

const TWO = [{ text: 'one' }, { text: 'two' }]
const THREE = [...TWO, { text: 'three' }]
const KEY = { idempotencyKey: 'k' }

/** Makes a client of a network that keeps posts in memory. */
async function threading(more: object = {}) {
  const out: { readonly text: string; readonly replyTo: string | null; readonly key: string }[] = []
  const checked: string[] = []
  const atPart = new Map<string, (call: PublishCall) => void>()
  const publish = async (post: Post, call: PublishCall) => {
    atPart.get(post.text)?.(call)
    return call.finish({ data: { text: post.text } }, async () => {
      out.push({ text: post.text, replyTo: post.replyTo, key: call.idempotencyKey })
      const id = `p${out.length}`
      return makePostResult({ id, url: `https://sample.example/${id}`, raw: { id } })
    })
  }
  const checkThreadPart = async (post: Post) => {
    checked.push(post.text)
    if (post.text.length > 10) throw new InvalidPostError('Too long.', { platform: 'sample' })
  }
  const { client } = await aCapableClient({
    features: [...sample().features, 'POST_THREAD', 'REPLY', 'SCHEDULE'],
    publish,
    checkThreadPart,
    reconcile: undefined,
    ...more,
  })
  const id: string = 'sample:1'
  return { account: client.account(id), out, checked, atPart }
}

async function errorOf(work: Promise<unknown>): Promise<SocialBaseError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (SocialBaseError.is(error)) return error
  throw new Error('It was to be refused by the library.', { cause: error })
}

describe('a thread', () => {
  it('is published as posts that reply to one another, each under its own key', async () => {
    const { account, out, checked } = await threading()
    const parts: unknown[] = []

    const result = await account.postThread(THREE, {
      ...KEY,
      onPart: ({ part, partIndex, partCount }) => void parts.push([part.id, partIndex, partCount]),
    })

    expect(out.map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ['one', null],
      ['two', 'p1'],
      ['three', 'p2'],
    ])
    expect(new Set(out.map(({ key }) => key)).size).toBe(3)
    expect(result).toMatchObject({ idempotencyKey: 'k', parts: [{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }] })
    expect(result.parts[1]?.raw).toEqual({ id: 'p2' })
    expect(parts).toEqual([
      ['p1', 0, 3],
      ['p2', 1, 3],
      ['p3', 2, 3],
    ])
    expect(checked).toEqual(['one', 'two', 'three'])
  })

  it('is published once under its key, and its result is returned again without a request', async () => {
    const { account, out, checked } = await threading()

    const first = await account.postThread(TWO, KEY)
    const again = await account.postThread(TWO, KEY)

    expect(again).toEqual(first)
    expect(out).toHaveLength(2)
    expect(checked).toHaveLength(2)
  })

  it('generates a missing key, and can be resumed with it', async () => {
    const { account, out, atPart } = await threading()
    atPart.set('two', () => {
      throw new NetworkError('Down.', { platform: 'sample', delivery: 'NOT_SENT' })
    })
    const error = await errorOf(account.postThread(TWO))
    atPart.clear()

    const key = error.idempotencyKey ?? ''
    const result = await account.postThread(TWO, { idempotencyKey: key })

    expect(result).toMatchObject({ idempotencyKey: key, parts: [{ id: 'p1' }, { id: 'p2' }] })
    expect(out.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('may reply to a post with its first part only', async () => {
    const { account, out } = await threading()
    await account.postThread([{ text: 'one', replyTo: 'theirs' }, { text: 'two' }])
    expect(out.map(({ replyTo }) => replyTo)).toEqual(['theirs', 'p1'])

    const error = await errorOf(account.postThread([{ text: 'one' }, { text: 'two', replyTo: 'theirs' }]))
    expect(error.message).toMatch(/replies to the part before it.*part 2 of 2.*no part is published/)
    expect(out).toHaveLength(2)
  })

  it('warns of a callback that throws, and continues', async () => {
    const { account, out } = await threading()
    await account.postThread(TWO, {
      onPart: () => {
        throw new Error('A mistake of the application.')
      },
    })
    expect(out).toHaveLength(2)
  })
})

describe('a thread that is refused', () => {
  it.each([
    ['no list', 'words', /takes a list of posts/],
    ['an empty list', [], /not an empty one/],
    ['more than 25 parts', Array.from({ length: 26 }, () => ({ text: 'one' })), /26 parts.*at most 25/],
    ['an empty part', [{ text: 'one' }, { text: '' }], /empty.*part 2 of 2/s],
    [
      'a part with an unknown option',
      [{ text: 'one' }, { text: 'two', options: { madeForKid: true } }],
      /madeForKids.*part 2 of 2/s,
    ],
    [
      'a part that is too long',
      [{ text: 'one' }, { text: 'far too long' }],
      /Too long\. This was part 2 of 2/,
    ],
    [
      'a later part that replies to another post',
      [{ text: 'one' }, { text: 'two', replyTo: '7' }],
      /replies to the part before it\. Remove its replyTo/,
    ],
  ])('for %s sends nothing', async (_what, posts, message) => {
    const { account, out } = await threading()

    const error = await errorOf(account.postThread(posts as typeof TWO, KEY))

    expect(error).toBeInstanceOf(InvalidPostError)
    expect(error.message).toMatch(message)
    expect(error).toMatchObject({ platform: 'sample', partsOut: [] })
    expect(out).toEqual([])
  })

  it('leaves its key free if no part is published', async () => {
    const { account, out } = await threading()
    await errorOf(account.postThread([{ text: 'one' }, { text: 'far too long' }], KEY))

    await account.postThread(TWO, KEY)

    expect(out).toHaveLength(2)
  })

  it('with publishAt is refused with the advice to post later', async () => {
    const { account, out } = await threading()
    const error = await errorOf(account.postThread([{ text: 'one', publishAt: '2030-01-01T00:00:00Z' }]))
    expect(error).toBeInstanceOf(NotSupportedError)
    expect(error.message).toMatch(/a scheduled thread/)
    expect(error).toMatchObject({ platform: 'sample' })
    expect(out).toEqual([])
  })

  it('is refused by name on a network without threads', async () => {
    const { client, transport } = await aClient()
    const id: string = 'sample:1'
    const error = await errorOf(client.account(id).postThread(TWO))
    expect(error.message).toMatch(/sample does not support posting several posts as one thread/)
    expect(client.account(id).can('postThread')).toBe(false)
    expect(transport.requests).toEqual([])
  })

  it('is refused for an invalid callback', async () => {
    const { account } = await threading()
    await expect(account.postThread(TWO, { onPart: 7 as never })).rejects.toThrow(/onPart must be a function/)
  })
})

describe('an interrupted thread', () => {
  it('reports the published parts, keeps its key, and resumes there', async () => {
    const { account, out, checked, atPart } = await threading()
    atPart.set('two', () => {
      throw new InvalidPostError('Too rude.', { platform: 'sample' })
    })
    const error = await errorOf(account.postThread(THREE, KEY))
    expect(error).toBeInstanceOf(InvalidPostError)
    expect(error).toMatchObject({
      idempotencyKey: 'k',
      partsOut: [{ id: 'p1', url: 'https://sample.example/p1' }],
    })
    expect(error.message).toMatch(
      /part 2 of 3 of the thread; part 1 is published.*under a new key with replyTo: "p1"/,
    )

    await expect(account.postThread(TWO, KEY)).rejects.toThrow(IdempotencyConflictError)
    atPart.clear()
    checked.length = 0
    const parts: string[] = []
    const result = await account.postThread(THREE, { ...KEY, onPart: ({ part }) => void parts.push(part.id) })

    expect(result.parts.map(({ id }) => id)).toEqual(['p1', 'p2', 'p3'])
    expect(parts).toEqual(['p1', 'p2', 'p3'])
    expect(out.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(checked).toEqual(['three'])
  })

  it('stays unknown if the response to a part was lost, and is never sent twice', async () => {
    const { account, out, atPart } = await threading()
    atPart.set('two', (call) => {
      // The network has received this part, but the response is lost.
      Object.assign(call, { finish: lost(call) })
    })
    const error = await errorOf(account.postThread(THREE, KEY))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error.message).toMatch(/to postThread was lost.*part 2 of 3.*part 1 is published/s)
    expect(error.message).not.toMatch(/"thread:/)
    expect(error.partsOut.map(({ id }) => id)).toEqual(['p1'])
    atPart.clear()

    expect(await errorOf(account.postThread(THREE, KEY))).toBeInstanceOf(OutcomeUnknownError)
    expect(out.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('continues after a part with a lost response once the part is found', async () => {
    const { account, out, atPart } = await threading({
      reconcile: async () => ({ state: 'FOUND', result: makePostResult({ id: 'p2' }) }),
    })
    atPart.set('two', (call) => void Object.assign(call, { finish: lost(call) }))

    const result = await account.postThread(THREE, KEY)

    expect(result.parts.map(({ id }) => id)).toEqual(['p1', 'p2', 'p3'])
    expect(out.map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ['one', null],
      ['two', 'p1'],
      ['three', 'p2'],
    ])
  })

  it('stops when the caller aborts, and resumes under the same key', async () => {
    const { account, out } = await threading()
    const controller = new AbortController()
    const reason = new Error('Enough.')
    const call = { ...KEY, signal: controller.signal, onPart: () => controller.abort(reason) }

    await expect(account.postThread(THREE, call)).rejects.toBe(reason)
    expect(out).toHaveLength(1)

    expect((await account.postThread(THREE, KEY)).parts).toHaveLength(3)
    expect(out).toHaveLength(3)
  })
})

/** Makes a visible request that reaches the network, but whose response is lost. */
function lost(call: PublishCall): PublishCall['finish'] {
  const finish = call.finish.bind(call)
  return (request, send) =>
    finish(request, async () => {
      await send()
      throw new NetworkError('Cut.', { platform: 'sample' })
    })
}
