import { startEmulator } from '@social/emulator'
import { blueskyNetwork, WITHOUT_MESSAGES } from '@social/emulator/bluesky'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { CALLS } from './__fixtures__/odd-calls.js'
import { type Ask, type Asker, aPost, CREATE, POST } from './__fixtures__/odd-records.js'
import { makePerson, type RealPds, startRealPds } from './__fixtures__/real-pds.js'

const started = await startRealPds()
afterAll(() => started?.stop())

async function ask(asker: Asker, asked: Ask) {
  const {
    method = 'POST',
    nsid,
    query = '',
    json,
    body,
    type,
    auth,
  } = typeof asked === 'function' ? asked(asker) : asked
  const token = auth === 'refresh' ? asker.refreshToken : auth === 'wrong' ? 'a.b.c' : asker.token
  const contentType = type === undefined ? (json === undefined ? null : 'application/json') : type
  const content = json === undefined ? body : JSON.stringify(json)
  const reply = await fetch(`${asker.url}/xrpc/${nsid}?${query}`, {
    method,
    headers: {
      ...(auth !== 'none' && { authorization: `Bearer ${token}` }),
      ...(contentType !== null && { 'content-type': contentType }),
    },
    // The body is a buffer, because `fetch` would add a content type to a text.
    ...(content !== undefined && { body: Buffer.from(content) }),
  })
  const text = await reply.text()
  const answer: unknown = text === '' ? null : JSON.parse(text)
  const { error = null, message = null } = (answer ?? {}) as { error?: string; message?: string } // safe cast: every error response has only these two fields
  return { status: reply.status, error, message: message?.replace(asker.did, 'did:plc:ada') ?? null }
}

async function firstPost({ url, did, token }: Omit<Asker, 'post'>): Promise<Asker['post']> {
  const reply = await fetch(`${url}/xrpc/${CREATE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ repo: did, collection: POST, record: aPost() }),
  })
  const { uri, cid } = (await reply.json()) as Asker['post'] // safe cast: the server returns these fields for a new record
  return { uri, cid }
}

async function askerAt(url: string, did: string, password: string): Promise<Asker> {
  const reply = await fetch(`${url}/xrpc/com.atproto.server.createSession`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: did, password }),
  })
  const { accessJwt, refreshJwt } = (await reply.json()) as { accessJwt: string; refreshJwt: string } // safe cast: the server returns these fields for a new session
  const asker = { url, did, token: accessJwt, refreshToken: refreshJwt }
  return { ...asker, post: await firstPost(asker) }
}

describe.runIf(started !== null)('the emulator', () => {
  let real: Asker
  let emulated: Asker
  let close: () => Promise<void>
  beforeAll(async () => {
    const pds = started as RealPds // safe cast: the tests are skipped if `started` is null
    const person = await makePerson(pds, 'ada')
    real = await askerAt(pds.url, person.did, person.appPassword)
    const emulator = await startEmulator({ networks: [blueskyNetwork({ people: [{ handle: 'ada.test' }] })] })
    const did = emulator.control.bluesky.state().people[0]?.did ?? ''
    const { entryway } = emulator.addresses('bluesky')
    emulated = await askerAt(entryway, did, WITHOUT_MESSAGES)
    close = () => emulator.close()
  })
  afterAll(() => close())

  it.each(Object.entries(CALLS))('responds exactly like the real server: %s', async (_what, asked) => {
    expect(await ask(emulated, asked)).toEqual(await ask(real, asked))
  })
})
