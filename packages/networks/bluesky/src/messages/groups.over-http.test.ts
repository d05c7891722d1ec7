import { BlockedError, InvalidPostError, OutcomeUnknownError, SocialClient } from '@social/core'
import type { Clock } from '@social/core/platform'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { atEmulator } from '../__fixtures__/at-emulator.js'
import { bluesky } from '../platform.js'

type Network = Awaited<ReturnType<typeof atEmulator>>
type Account = Awaited<ReturnType<Network['signIn']>>

const GROUP = '/xrpc/chat.bsky.group.createGroup'
const LIST = '/xrpc/chat.bsky.convo.listConvos'
const MESSAGE = '/xrpc/chat.bsky.convo.sendMessage'

let net: Network
let ada: Account
let others: string[]
beforeAll(async () => {
  net = await atEmulator()
  ada = await net.signIn()
  const people = new Map(net.network.state().people.map(({ handle, did }) => [handle, did]))
  others = ['bea.bsky.test', 'cleo.example.test'].map((handle) => people.get(handle) ?? '')
})
beforeEach(async () => {
  net.clear()
  await net.clock.advance(60)
})
afterAll(() => net.close())

/** Returns a clock that is two hours ahead of the given clock. */
const ahead = (clock: Clock): Clock => ({
  now: () => new Date(clock.now().getTime() + 7_200_000),
  monotonic: () => clock.monotonic(),
  sleep: (...given) => clock.sleep(...given),
})

const groups = () => net.network.state().convos.filter(({ group }) => group !== null)
const routesOf = (nsid: string) => net.routes().filter((route) => route === `POST ${nsid}`)
/** Starts a group with a message. The default key contains the text. */
const startWith = (text: string, idempotencyKey = `group: ${text}`) =>
  ada.startConversation(others, text, { idempotencyKey })
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

describe('a conversation with several people', () => {
  it('is a group that starts with the message, and is read like other conversations', async () => {
    const before = groups().length
    const sent = await ada.startConversation(
      [...others, ...others, ada.id.replace('bluesky:', '')],
      'all of you',
    )

    expect(sent).toMatchObject({ text: 'all of you', isMine: true })
    expect(groups().slice(before)).toMatchObject([
      {
        id: sent.conversationId,
        group: 'ada.bsky.test and 2 others',
        messages: [{ by: 'ada.bsky.test', text: 'all of you' }],
      },
    ])
    const { items } = await ada.readConversations()
    const read = items.find(({ id }) => id === sent.conversationId)
    expect(read?.people.map(({ id }) => id).toSorted()).toEqual(others.toSorted())
    expect(read?.lastMessage?.text).toBe('all of you')
  })

  it('has the given name, which is refused for a conversation with one person', async () => {
    const options = { name: ' Bakers of the town ' }
    const { conversationId } = await ada.startConversation(others, 'flour?', { options })

    const { items } = await ada.readConversations()
    expect(items.find(({ id }) => id === conversationId)?.name).toBe('Bakers of the town')
    await expect(ada.startConversation([others[0] ?? ''], 'flour?', { options })).rejects.toThrow(
      /options\.name is only for a group/,
    )
    const pair = await ada.startConversation([others[0] ?? ''], 'flour?')
    const { items: all } = await ada.readConversations()
    expect(all.find(({ id }) => id === pair.conversationId)?.name).toBeNull()
  })

  it.each([
    ['no characters', ' '],
    ['51 letters', 'a'.repeat(51)],
  ])('is refused before any request with a name of %s', async (_what, name) => {
    await expect(ada.startConversation(others, 'hi', { options: { name } })).rejects.toThrow(/name/)
    expect(net.routes()).toEqual([])
  })

  it('is found by the time of the service, independent of the local clock', async () => {
    const before = groups().length
    const client = new SocialClient({
      storage: net.storage,
      platforms: { bluesky: bluesky({ addresses: net.emulator.addresses('bluesky') }) },
      clock: ahead(net.clock),
      allowLoopback: true,
    })
    net.emulator.faults('bluesky').add({ fault: 'replyLost', path: GROUP })

    await client.accountOf('bluesky', ada.id).startConversation(others, 'by the clock')

    expect(groups()).toHaveLength(before + 1)
    await client.close()
  })

  it('is a new one with another key, and the same with the same key', async () => {
    const [one, same, other] = [
      await startWith('again'),
      await startWith('again'),
      await startWith('again', 'group-2'),
    ]

    expect(same.id).toBe(one.id)
    expect(other.conversationId).not.toBe(one.conversationId)
  })

  it('is found when the response to its creation was lost, and gets one message', async () => {
    const before = groups().length
    net.emulator.faults('bluesky').add({ fault: 'replyLost', path: GROUP })
    const sent = await ada.startConversation(others, 'once')

    expect(routesOf('chat.bsky.group.createGroup')).toHaveLength(1)
    expect(groups().slice(before)).toMatchObject([{ id: sent.conversationId, messages: [{ text: 'once' }] }])
  })

  it('that is listed late is found by a later call with the same key', async () => {
    const before = groups().length
    const faults = net.emulator.faults('bluesky')
    faults.add({ fault: 'replyLost', path: GROUP })
    // The first request only reads the time. The fault then covers two rounds of three searches.
    faults.add({ fault: 'status', status: 200, body: { convos: [] }, path: LIST, nth: 2, count: 6 })
    const failure = await failureOf(startWith('late'))

    expect(failure).toBeInstanceOf(OutcomeUnknownError)
    expect(failure).toMatchObject({ retryAfter: 60, idempotencyKey: 'group: late' })
    await expect(startWith('late')).resolves.toMatchObject({ text: 'late' })
    expect(groups().slice(before)).toMatchObject([{ messages: [{ text: 'late' }] }])
  })

  it('that is not found is never created again, and has no retryAfter after ten minutes', async () => {
    const before = groups().length
    net.emulator.faults('bluesky').add({ fault: 'closeBeforeEffect', path: GROUP })

    expect(await failureOf(startWith('gone'))).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 60 })
    net.clear()
    await net.clock.advance(700)
    expect(await failureOf(startWith('gone'))).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })
    expect(routesOf('chat.bsky.group.createGroup')).toEqual([])
    expect(groups()).toHaveLength(before)
  })

  it('has an unknown result when the search after a lost response fails too', async () => {
    const before = groups().length
    const faults = net.emulator.faults('bluesky')
    faults.add({ fault: 'replyLost', path: GROUP })
    const refusal = { fault: 'status', status: 403, body: { error: 'Forbidden' }, path: LIST } as const
    const refusing = faults.add({ ...refusal, nth: 2, count: 'all' })

    expect(await failureOf(startWith('twice lost'))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    refusing.remove()
    await expect(startWith('twice lost')).resolves.toMatchObject({ text: 'twice lost' })
    expect(groups()).toHaveLength(before + 1)
  })

  it('is reused when the message is lost or refused', async () => {
    const before = groups().length
    const faults = net.emulator.faults('bluesky')
    faults.add({ fault: 'status', status: 400, body: { error: 'ConvoLocked' }, path: MESSAGE })
    await expect(startWith('kept')).rejects.toThrow(/deliver/)
    faults.add({ fault: 'replyLost', path: MESSAGE })

    await expect(startWith('kept')).resolves.toMatchObject({ text: 'kept' })
    expect(groups().slice(before)).toMatchObject([{ messages: [{ text: 'kept' }] }])
  })

  it('can be repeated after a refusal', async () => {
    net.network.block({ by: 'cleo', person: 'ada' })
    await expect(startWith('free')).rejects.toThrow(BlockedError)
    net.network.unblock({ by: 'cleo', person: 'ada' })

    await expect(startWith('free')).resolves.toMatchObject({ text: 'free' })
  })

  it.each([
    [409, 'free: the next attempt creates it', 'PLATFORM', 1],
    [500, 'unknown: it is not created again', 'OUTCOME_UNKNOWN', 0],
    [200, 'unknown: it is not created again', 'OUTCOME_UNKNOWN', 0],
  ])('whose creation returns an empty %i is %s', async (status, _what, code, made) => {
    const before = groups().length
    net.emulator.faults('bluesky').add({ fault: 'status', status, body: {}, path: GROUP })
    const first = await failureOf(startWith(`answered ${status}`))
    const again = await failureOf(startWith(`answered ${status}`))

    expect(first).toMatchObject({ code })
    expect(again).toMatchObject(made === 1 ? { text: 'answered 409' } : { code })
    expect(groups()).toHaveLength(before + made)
  })

  it('with too many people is refused without a request', async () => {
    const crowd = Array.from({ length: 100 }, (_none, index) => `did:plc:${index}`)
    net.clear()

    await expect(ada.startConversation(crowd, 'hi')).rejects.toThrow(InvalidPostError)
    expect(net.routes()).toEqual([])
  })
})
