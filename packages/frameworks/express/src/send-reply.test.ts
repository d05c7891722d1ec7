import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Reply } from '@social/core/routes'
import express from 'express'
import { expect, it } from 'vitest'

import { sendReply } from './send-reply.js'

/** Returns the response that a visitor receives if another handler has already set a cookie. */
async function received(reply: Reply) {
  const app = express()
  app.get('/', async (_request, response) => {
    response.append('set-cookie', 'mine=1')
    response.set('x-application', 'yes')
    await sendReply(reply, response)
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo // safe cast: `address()` returns an `AddressInfo` for a server that listens on TCP
    return await new Promise<{ cookies: unknown; headers: object; text: string }>((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path: '/', agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        const { headers } = response
        response.on('end', () => resolve({ cookies: headers['set-cookie'], headers, text }))
      })
      asked.on('error', reject)
      asked.end()
    })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

it('sends its cookie with the cookies and headers of other handlers', async () => {
  const reply = Reply.json({ ok: true }, 201, {
    'set-cookie': 'sign-in=2; Path=/',
    'cache-control': 'no-store',
  })
  const { cookies, headers, text } = await received(reply)
  expect(cookies).toEqual(['mine=1', 'sign-in=2; Path=/'])
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-application': 'yes' })
  expect(text).toBe('{"ok":true}')
})

it('keeps the cookies of other handlers if it has none', async () => {
  expect((await received(Reply.text('Hello'))).cookies).toEqual(['mine=1'])
})
