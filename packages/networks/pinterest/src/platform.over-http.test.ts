import {
  answerProblems,
  describedAccess,
  requestProblems,
} from '@social-internal/contracts/pinterest-contract'
import { Media, SocialBaseError, type Transport, type TransportRequest } from '@social/core'
import { aPicture, aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { SCOPES } from './__fixtures__/an-account.js'
import { usingEmulator } from './__fixtures__/at-emulator.js'
import { boards, boardSections, createBoard, createSection } from './index.js'

async function bytesOf({ body }: TransportRequest): Promise<Buffer | null> {
  if (body === null) return null
  if (body instanceof Uint8Array) return Buffer.from(body)
  const chunks: Buffer[] = []
  for await (const chunk of body.open()) chunks.push(Buffer.from(Uint8Array.from(chunk)))
  return Buffer.concat(chunks)
}

/** Differences between a body and the official description. Empty for bodies that it does not describe. */
function bodyProblems(method: string, path: string, kind: string, body: Buffer | null): string[] {
  if (body === null) return []
  const text = body.toString()
  const value: unknown =
    kind === 'application/json' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
  return requestProblems(method, path, kind, value)
}

/** Sends requests with `fetch`, and compares each request and response with the official description. */
class ComparingTransport implements Transport {
  readonly problems: string[] = []
  readonly routes = new Set<string>()

  async send(request: TransportRequest) {
    const body = await bytesOf(request)
    const { method, url, headers, signal } = request
    const response = await fetch(url, { method, headers, body: body && Uint8Array.from(body), signal })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { pathname } = new URL(url)
    if (pathname.startsWith('/v5/')) {
      const text = Buffer.from(bytes).toString()
      const [kind = ''] = (headers['content-type'] ?? '').split(';')
      const found = [
        ...bodyProblems(method, pathname, kind, body),
        ...answerProblems(method, pathname, response.status, text === '' ? null : JSON.parse(text)),
      ]
      this.routes.add(`${method} ${pathname.replaceAll(/\d{6,}/g, '…')}`)
      this.problems.push(...found.map((one) => `${method} ${pathname} ${response.status}: ${one}`))
    }
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
  }

  async close(): Promise<void> {}
}

describe('compared with the official description', () => {
  it('every request and every response matches the description', async () => {
    const transport = new ComparingTransport()
    await using at = await usingEmulator({ transport, retries: { attempts: 1 } })
    const ada = await at.signIn()
    const board = await ada.run((call) => createBoard({ name: 'Lamps', description: 'Light' }, call))
    await ada.run((call) => boards(call, { limit: 2 }))
    const section = await ada.run((call) => createSection(board.id, 'Ceiling', call))
    await ada.run((call) => boardSections(board.id, call))
    const options = {
      boardId: board.id,
      boardSectionId: section.id,
      title: 'A',
      link: 'https://shop.example/',
      altText: 'B',
      dominantColor: '#6E7874',
    }
    const chair = Media.fromUrl('https://shop.example/chair.jpg')
    const { id } = await ada.post({ text: 'a', media: [chair], options })
    await ada.post({ text: 'b', media: [chair, chair], options })
    await ada.post({ text: 'c', media: [aPicture()], options })
    await ada.post({ text: 'd', media: [aPicture(), aPicture()], options })
    await ada.post({ text: 'e', media: [aVideo()], options })
    await ada.post({
      text: 'f',
      media: [aVideo()],
      options: { ...options, coverImageUrl: 'https://shop.example/c.jpg' },
    })
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '/v5/pins' })
    await ada.post({ text: 'g', media: [chair], options: { boardId: board.id } })
    await ada.readPost(id)
    await ada.readStats(id)
    await ada.profile()
    await ada.deletePost(id)
    at.people.expireTokens({})
    await ada.profile()
    for (const refusal of ['NOT_AUTHORIZED', 'INVALID_PARAMETERS', 'RATE_LIMIT', 'SERVER_ERROR']) {
      at.people.refuseNext({ refusal })
      await expect(ada.readPost(id)).rejects.toThrow(SocialBaseError)
    }

    expect(transport.problems).toEqual([])
    expect([...transport.routes].toSorted()).toEqual([
      'DELETE /v5/pins/…',
      'GET /v5/boards',
      'GET /v5/boards/…/pins',
      'GET /v5/boards/…/sections',
      'GET /v5/media/…',
      'GET /v5/pins/…',
      'GET /v5/user_account',
      'POST /v5/boards',
      'POST /v5/boards/…/sections',
      'POST /v5/media',
      'POST /v5/oauth/token',
      'POST /v5/pins',
    ])
  })

  it('the default scopes are those that the routes require', () => {
    const routes = [
      'POST /pins',
      'DELETE /pins/1',
      'GET /pins/1',
      'POST /media',
      'GET /media/1',
      'GET /boards',
    ]
    const needed = [...routes, 'POST /boards', 'GET /user_account'].flatMap((route) => {
      const [method = '', path = ''] = route.split(' ')
      return describedAccess(method, path).scopes
    })

    expect(new Set(needed)).toEqual(new Set(SCOPES))
  })
})
