import { EventEmitter } from 'node:events'

import { createClient } from 'redis'
import { describe, expect, it } from 'vitest'

import { viewOf } from './client.js'

/** Represents a listener that the application has added. */
const theirs = (): void => undefined

describe('the view of a client of node-redis for BullMQ', () => {
  it("emits the client's events, also after other listeners are removed, until it is released", () => {
    const client = createClient({ url: 'redis://127.0.0.1:1' })
    client.on('error', theirs)
    const view = viewOf(client)
    const heard: unknown[] = []
    view.client.on('error', (error: unknown) => heard.push(error))
    client.off('error', theirs)
    client.emit('error', new Error('away'))
    client.on('error', theirs)
    view.letGo()
    client.emit('error', new Error('away again'))

    expect(heard).toHaveLength(1)
    expect(client.listeners('error')).toEqual([theirs])
  })

  it('passes its setting on to the copies of workers', () => {
    const { client } = viewOf(
      createClient({ url: 'redis://127.0.0.1:1', commandOptions: { timeout: 5_000 } }),
    )

    expect(client.duplicate().options.commandOptions).toMatchObject({ timeout: 0 })
  })

  it('is the client itself for other clients', () => {
    const ioredis = Object.assign(new EventEmitter(), { call: async () => null, duplicate: () => null })

    expect(viewOf(ioredis).client).toBe(ioredis)
  })
})
