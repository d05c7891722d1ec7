import { bluesky } from '@social/bluesky'
import {
  InMemoryStorage,
  InvalidPostError,
  Media,
  NotSupportedError,
  SocialBaseError,
  SocialClient,
} from '@social/core'
import type { Platform } from '@social/core/platform'
import { facebook } from '@social/facebook'
import { googleBusiness } from '@social/google-business'
import { instagram } from '@social/instagram'
import { mastodon } from '@social/mastodon'
import { pinterest } from '@social/pinterest'
import { aConnection, anUpdate, aPicture, aVideo, RecordingTransport } from '@social/testkit/application'
import { threads } from '@social/threads'
import { tiktok } from '@social/tiktok'
import { tiktokBusiness } from '@social/tiktok-business'
import { x } from '@social/x'
import { youtube } from '@social/youtube'
import { describe, expect, it } from 'vitest'

const PLATFORMS: readonly (readonly [name: string, make: () => Platform])[] = [
  ['mastodon', mastodon],
  ['bluesky', bluesky],
  ['facebook', facebook],
  ['instagram', instagram],
  ['threads', threads],
  ['youtube', youtube],
  ['tiktok', tiktok],
  ['pinterest', pinterest],
  ['x', x],
  ['tiktok_business', tiktokBusiness],
  ['google_business', googleBusiness],
]
const POSTING = PLATFORMS.filter(([name]) => name !== 'tiktok_business')
const picture = Media.fromUrl('https://files.example/cake.jpg')

/** Media and options that a valid post for the network requires. */
const POSTS: Readonly<Record<string, { readonly media?: readonly Media[]; readonly options?: object }>> = {
  youtube: { media: [aVideo()], options: { title: 'Bread', madeForKids: false } },
  tiktok: { media: [aVideo()], options: { sendTo: 'profile' } },
  pinterest: { media: [aPicture()], options: { boardId: '549755885175' } },
  instagram: { media: [picture] },
}
const aPostFor = (name: string) => ({ text: 'Bread', ...POSTS[name] })

type EntryPoint = (...args: readonly unknown[]) => Promise<unknown>

/** Creates an account that records its requests. Tests call its operations by name. */
function anAccountOf([name, make]: (typeof PLATFORMS)[number]) {
  const host = name === 'mastodon' || name === 'bluesky' ? 'social.example' : null
  const connection = aConnection({
    platform: name,
    accountId: name === 'mastodon' ? 'social.example:42' : '42',
    host,
  })
  const transport = new RecordingTransport()
  const storage = new InMemoryStorage({ connections: [connection] })
  const platforms: Record<string, Platform> = { [name]: make() }
  const client = new SocialClient({ storage, platforms, transport })
  const account = client.account(connection.id)
  const entryPoints = account as unknown as Readonly<Record<string, EntryPoint>> // safe cast: every operation is a function, and the tests deliberately call it without types
  return { client, account, entryPoints, connection, transport }
}

/** Returns the arguments for every operation of an account, by name of the operation. */
function argumentsFor(connection: { readonly id: string; readonly platform: string }) {
  const update = anUpdate({ platform: connection.platform, connectionId: connection.id })
  const withId = ['checkState', 'isScheduled', 'cancelScheduled', 'readStats', 'readPost', 'readThread']
  const more = ['readReplies', 'like', 'unlike', 'repost', 'undoRepost', 'readLikes', 'deletePost']
  const none = ['profile', 'fetchUpdates', 'startUpdates', 'stopUpdates', 'readConversations']
  const business = ['getLocation', 'verificationOptions', 'verificationState']
  return new Map<string, readonly unknown[]>([
    ...[...withId, ...more, 'readMessages', 'markRead'].map((name) => [name, ['1']] as const),
    ...[...none, ...business].map((name) => [name, []] as const),
    ['post', [{ text: 'Bread' }]],
    ['postThread', [[{ text: 'Bread' }, { text: 'Butter' }]]],
    ['reply', ['1', 'Bread']],
    ['editPost', ['1', { text: 'Bread' }]],
    ['sendMessage', ['1', 'Bread']],
    ['startConversation', [['1'], 'Bread']],
    ['fetchUpdatesAfter', [null]],
    ['markSeen', ['1']],
    ['replyToUpdate', [update, 'Bread']],
    ['setCommentVisibility', [update, { hidden: true }]],
    ['deleteComment', [update]],
    ['updateLocation', [{ title: 'Bread' }]],
    ['startVerification', ['SMS']],
    ['completeVerification', ['1', '1234']],
  ])
}

/** Returns the error with which an operation rejects. */
const refusalOf = (running: Promise<unknown> | undefined): Promise<unknown> =>
  running?.then(
    () => null,
    (error: unknown) => error,
  ) ?? Promise.resolve(null)

// Holds R-0002, R-0010.
it.each(PLATFORMS)('%s has the same name as its connections', (name, make) => {
  expect(make().name).toBe(name)
  expect(anAccountOf([name, make]).account.id).toMatch(new RegExp(`^${name}:`))
})

// Holds R-0006.
it('accounts of all networks have the same operations', () => {
  const membersOf = (platform: (typeof PLATFORMS)[number]) => {
    const { account, connection } = anAccountOf(platform)
    const names = new Set<string>(argumentsFor(connection).keys())
    return [...names].filter(
      (name) => typeof (account as unknown as Record<string, unknown>)[name] === 'function',
    )
  }
  const [first, ...others] = PLATFORMS.map(membersOf)
  expect(first).toHaveLength(argumentsFor({ id: 'fake:42', platform: 'fake' }).size)
  for (const other of others) expect(other).toEqual(first)
})

/** Operations that the specification excludes, by network. */
const LACKING: Readonly<Record<string, readonly string[]>> = {
  mastodon: ['checkState'],
  bluesky: ['checkState'],
  x: ['checkState'],
  pinterest: ['checkState'],
  instagram: ['checkState'],
  threads: ['checkState'],
  tiktok_business: ['profile'],
  google_business: ['profile'],
}

describe.each(PLATFORMS)('%s', (name, make) => {
  // Holds R-0007, R-0008, R-0116, R-0117, R-0125.
  it('refuses every operation that it does not support by its name, before any request', async () => {
    const { account, entryPoints, connection, transport } = anAccountOf([name, make])
    const missing = [...argumentsFor(connection)].filter(([operation]) => !account.can(operation as 'post'))
    for (const [operation, args] of missing) {
      const error = await refusalOf(entryPoints[operation]?.(...args))
      expect([operation, NotSupportedError.is(error)]).toEqual([operation, true])
      expect(error).toMatchObject({ platform: name, message: expect.stringContaining(name) })
    }
    expect(transport.requests).toEqual([])
    const without = missing.map(([operation]) => operation)
    expect(without).toEqual(expect.arrayContaining([...(LACKING[name] ?? [])]))
  })

  // Holds R-0090.
  it('has the same features for the client and for an account', async () => {
    const { client, account, transport } = anAccountOf([name, make])
    expect(await account.features()).toEqual(client.features(name))
    expect(transport.requests).toEqual([])
  })
})

describe.each(POSTING)('a post on %s', (name, make) => {
  // Holds R-0067, R-0070, R-0071, R-0072.
  it.each([
    ['with an unknown option', { options: { ...POSTS[name]?.options, titel: 'x' } }, null, InvalidPostError],
    ['that is empty', { text: '', media: [], options: {} }, null, InvalidPostError],
    ['that is a reply', { replyTo: '1' }, 'REPLY', NotSupportedError],
    ['at a set time', { publishAt: '2099-01-01T10:00:00Z' }, 'SCHEDULE', NotSupportedError],
  ] as const)('%s is refused before any request', async (_what, changes, flag, kind) => {
    const { client, account, entryPoints, transport } = anAccountOf([name, make])
    const isSupported = flag !== null && client.features(name).has(flag)
    const post = { ...aPostFor(name), ...changes }
    const error = isSupported ? { platform: name } : await refusalOf(entryPoints['post']?.(post))
    expect(isSupported ? account.can(flag) : kind.is(error)).toBe(true)
    expect(error).toMatchObject({ platform: name })
    expect(transport.requests).toEqual([])
  })
})

// Holds R-0057.
it.each(POSTING.filter(([name]) => /^(mastodon|bluesky|youtube|tiktok|x)$/.test(name)))(
  '%s refuses a file by URL before any request, and advises to download it',
  async (name, make) => {
    const { entryPoints, transport } = anAccountOf([name, make])
    const isVideo = name === 'youtube' || name === 'tiktok'
    const media = [isVideo ? Media.fromUrl('https://files.example/cake.mp4') : picture]
    const error = await refusalOf(entryPoints['post']?.({ ...aPostFor(name), media }))
    expect(SocialBaseError.is(error)).toBe(true)
    expect(error).toMatchObject({ platform: name, message: expect.stringMatching(/download/i) })
    expect(transport.requests).toEqual([])
  },
)
