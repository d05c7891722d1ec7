import { InvalidPostError, MissingPermissionError, OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { picture } from '../__fixtures__/files.js'

const SEND = { method: 'POST', path: '/2/tweets' } as const
const KEY = { idempotencyKey: 'k' }
const THREE = [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }]

type At = Awaited<ReturnType<typeof usingEmulator>>

function chainOf(at: At) {
  const posts = at.posts()
  return posts
    .map(({ text, repliedToId }) => [text, posts.find(({ id }) => id === repliedToId)?.text ?? null])
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
}

const WHOLE = [
  ['One', null],
  ['Three', 'Two'],
  ['Two', 'One'],
]

describe('a thread on X', () => {
  it('is a chain of replies', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const { parts } = await account.postThread(THREE, KEY)

    expect(parts).toHaveLength(3)
    expect(chainOf(at)).toEqual(WHOLE)
  })

  it('is refused completely before any request when its last part is invalid', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const refused = account.postThread([{ text: 'One' }, { text: 'a'.repeat(281) }], KEY)

    await expect(refused).rejects.toThrow(InvalidPostError)
    expect(at.requests()).toEqual([])
  })

  it('is refused completely when its last part requires a missing scope', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['tweet.read', 'tweet.write', 'users.read'])

    const refused = account.postThread([{ text: 'One' }, { text: 'Two', media: [picture('cat')] }], KEY)

    await expect(refused).rejects.toThrow(MissingPermissionError)
    expect(at.requests()).toEqual([])
  })

  it('continues after a part that is found', async () => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 0 } })
    const account = await at.signIn()
    at.faults.add({ ...SEND, nth: 2, fault: 'replyLost' })

    await account.postThread(THREE, KEY)

    expect(chainOf(at)).toEqual(WHOLE)
    expect(at.counts()['POST /2/tweets']).toBe(3)
  })

  it('stops after a part that is not listed yet, and continues in another process when it is', async () => {
    await using at = await usingEmulator({ server: { timelineDelaySeconds: 30 } })
    const account = await at.signIn()
    at.faults.add({ ...SEND, nth: 2, fault: 'replyLost' })

    const error = await account.postThread(THREE, KEY).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({ partsOut: [{ id: at.posts().find(({ text }) => text === 'One')?.id }] })
    expect(at.posts()).toHaveLength(2)

    await at.clock.advance(120)
    await at.anotherClient().accountOf('x', account.id).postThread(THREE, KEY)

    expect(chainOf(at)).toEqual(WHOLE)
    expect(at.effects()).toHaveLength(3)
  })
})
