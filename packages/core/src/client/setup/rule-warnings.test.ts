import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { definePlatform, type PublishCall } from '../../contract/index.js'
import { makePostResult } from '../../models/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { aConnection, FakeTransport, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

const heard: string[] = []
const listen = (message: unknown): void => void heard.push(JSON.stringify(message))

beforeEach(() => {
  heard.length = 0
  subscribe('social.warning', listen)
})
afterEach(() => {
  unsubscribe('social.warning', listen)
})

const idReply = v.object({ id: v.string() })
const finish = { data: {} }
const visible = ({ http }: PublishCall) => http.post('/posts', idReply, { finish })

/** Publishes with a platform that runs the given function. Returns the warnings that this caused. */
async function publish(send: (call: PublishCall) => Promise<unknown>): Promise<readonly string[]> {
  const platform = definePlatform({
    ...sample(),
    features: ['POST_TEXT'],
    postOptions: v.strictObject({}),
    async publish(_post, call) {
      await send(call)
      return makePostResult({ id: '7' })
    },
  })
  const storage = new InMemoryStorage({ connections: [aConnection()] })
  const transport = new FakeTransport(() => ({ body: { id: '7' } }))
  const client = new SocialClient({ storage, platforms: { sample: platform }, transport })
  await client.account('sample:1').post({ text: 'Good morning' })
  return heard
}

describe('a publish', () => {
  it.each<[string, (call: PublishCall) => Promise<unknown>, string]>([
    [
      'without a marked request',
      ({ http }) => http.post('/posts', idReply),
      'marked no request as the visible one',
    ],
    [
      'with a write after the visible request',
      async (call) => {
        await visible(call)
        await call.http.post('/tags', idReply)
      },
      'sent another write after the visible request',
    ],
    [
      'with an earlier write and no checkpoint',
      async (call) => {
        await call.http.post('/drafts', idReply)
        await visible(call)
      },
      'called no checkpoint before the visible request',
    ],
  ])('%s causes a warning', async (_what, send, message) => {
    const warnings = await publish(send)

    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(message)
  })

  it.each<[string, (call: PublishCall) => Promise<unknown>]>([
    ['that sends the visible request alone', visible],
    [
      'with a checkpoint after an earlier write',
      async (call) => {
        await call.http.post('/drafts', idReply)
        await call.checkpoint({ step: 'PREPARE', data: { draft: '7' } })
        await visible(call)
      },
    ],
    [
      'with other writes that are harmless to repeat',
      async (call) => {
        await call.http.put('/drafts/7', idReply)
        await call.http.post('/pictures', idReply, { retry: 'always' })
        await visible(call)
      },
    ],
    [
      'that only reads afterwards',
      async (call) => {
        await visible(call)
        await call.http.get('/posts/7', idReply)
        await call.http.get('/posts/7', idReply, { retry: 'never' })
        await call.http.post('/status', idReply, { readsOnly: true })
      },
    ],
  ])('%s causes no warning', async (_what, send) => {
    expect(await publish(send)).toEqual([])
  })
})
