import { Readable } from 'node:stream'

import { BadRequestException, type HttpServer } from '@nestjs/common'
import { FakeClock } from '@social/testkit/application'
import { expect, it } from 'vitest'

import { readBodiesFirst } from './raw-body.js'

/** Reads the body of an interrupted request as the module does on Express. */
async function reading(isComplete: boolean): Promise<unknown> {
  const handlers: ((...given: readonly unknown[]) => Promise<void>)[] = []
  const adapter = { getType: () => 'express', use: (handler: (typeof handlers)[0]) => handlers.push(handler) }
  readBodiesFirst(adapter as unknown as HttpServer, {
    isOwn: () => true,
    bounds: { maxBodyBytes: 1000, maxBodySeconds: 10, client: { clock: new FakeClock() } },
    bodies: new WeakMap(),
  })
  const body = new Readable({ read() {} })
  const request = Object.assign(body, { method: 'POST', url: '/', headers: {}, complete: isComplete })
  const answered = handlers[0]?.(request, {}, () => undefined)
  request.destroy(new Error('cut'))
  return answered?.catch((error: unknown) => error)
}

it('reports a visitor who disconnects as a bad request, and keeps a later error', async () => {
  expect(await reading(false)).toBeInstanceOf(BadRequestException)
  const error = await reading(true)
  expect(error).not.toBeInstanceOf(BadRequestException)
  expect(String(error)).toContain('cut')
})
