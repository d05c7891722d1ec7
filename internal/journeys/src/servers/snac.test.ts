import { appendFileSync } from 'node:fs'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import { InMemoryStorage, InvalidPostError, Media, NotSupportedError, SocialClient } from '@social/core'
import { samplePng } from '@social/emulator'
import { mastodon } from '@social/mastodon'
import { expect, it } from 'vitest'

import { findSnac, startSnac } from './start-snac.js'

const REDIRECT_URI = 'https://app.example/callback/mastodon'
const PROCESSES = 18
const program = findSnac()
if (program === null) {
  const line = 'the journey through a real server of snac: set SNAC, or install the Debian package snac2'
  const file = process.env['LEFT_OUT_FILE']
  if (file === undefined) process.stderr.write(`left out: ${line}\n`)
  else appendFileSync(file, `${line}\n`)
}

/**
 * snac closes each connection after its response without announcing it. A client must not reuse
 * such a connection.
 */
it.runIf(program !== null)('the first reply and private message of a process arrive at snac', async () => {
  const snac = await startSnac(program ?? '')
  const storage = new InMemoryStorage()
  const open = () => new SocialClient({ storage, platforms: { mastodon: mastodon() }, allowLoopback: true })
  const first = open()
  try {
    const { host } = snac
    await first.createApp('mastodon', { name: 'Tests', redirectUri: REDIRECT_URI, host })
    const approve = async (url: string) => ({ location: await snac.approve(url) })
    const end = await walkThroughSignIn(first, 'mastodon', { redirectUri: REDIRECT_URI, host, approve })
    const { id: connectionId, extra } = connectionFrom(end)
    const post = await first.accountOf('mastodon', connectionId).post({ text: 'Hello' })

    for (let process = 0; process < PROCESSES; process += 1) {
      const client = open()
      const account = client.accountOf('mastodon', connectionId)
      await account.readPost(post.id)
      const reply = await account.reply(post.id, `Reply ${process}`)
      const message = await account.startConversation(
        [String(extra['serverAccountId'])],
        `Message ${process}`,
      )
      expect([(await account.readPost(reply.id)).parentId, typeof message.id]).toEqual([post.id, 'string'])
      await client.close()
    }
  } finally {
    await first.close()
    await snac.close()
  }
})

it.runIf(program !== null)('a user of snac signs in, posts, replies, edits and likes', async () => {
  const snac = await startSnac(program ?? '')
  const platforms = { mastodon: mastodon() }
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms, allowLoopback: true })
  try {
    const { host } = snac
    await client.createApp('mastodon', { name: 'Tests', redirectUri: REDIRECT_URI, host })
    const approve = async (url: string) => ({ location: await snac.approve(url) })
    const end = await walkThroughSignIn(client, 'mastodon', { redirectUri: REDIRECT_URI, host, approve })
    const { id: connectionId } = connectionFrom(end)
    const account = client.accountOf('mastodon', connectionId)

    const media = [Media.fromBytes(samplePng(), { filename: 'cat.png', altText: 'A cat' })]
    const post = await account.post({ text: 'Hello', media }, { idempotencyKey: 'once' })
    expect(await account.post({ text: 'Hello', media }, { idempotencyKey: 'once' })).toEqual(post)
    expect(await account.readPost(post.id)).toMatchObject({
      text: 'Hello',
      attachments: [{ altText: 'A cat' }],
    })

    const { parts } = await account.postThread([{ text: 'One' }, { text: 'Two' }, { text: 'Three' }])
    const parents = await Promise.all(parts.map(async ({ id }) => (await account.readPost(id)).parentId))
    expect(parents).toEqual([null, parts[0]?.id, parts[1]?.id])

    const answer = await account.reply(post.id, 'Hello again')
    await account.like(post.id)
    expect(await account.readStats(post.id)).toMatchObject({ likes: 1, comments: 1 })
    const changed = await account.editPost(answer.id, { text: 'Hello, again' })
    expect((await account.readPost(changed.id)).text).toContain('Hello, again')
    expect((await account.fetchUpdatesAfter(null)).more).toBe(false)

    // The library must refuse options that snac would ignore.
    const later = new Date(Date.now() + 3_600_000)
    await expect(account.post({ text: 'Later', publishAt: later })).rejects.toThrow(InvalidPostError)
    await expect(account.deletePost(post.id)).rejects.toThrow(NotSupportedError)
    await client.disconnect(connectionId)
  } finally {
    await client.close()
    await snac.close()
  }
})
