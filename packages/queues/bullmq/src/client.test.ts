import { EventEmitter } from 'node:events'

import { createClient } from 'redis'
import { describe, expect, it } from 'vitest'

import { withoutAlarms } from './client.js'

/** A listener of the application's. */
const theirs = (): void => undefined

describe('a client of node-redis without its alarms', () => {
  it('is the same client: what is heard through the view is heard, also when others stop listening', () => {
    const client = createClient({ url: 'redis://127.0.0.1:1' })
    client.on('error', theirs)
    const view = withoutAlarms(client)
    const heard: unknown[] = []
    view.on('error', (error: unknown) => heard.push(error))
    client.off('error', theirs)
    client.emit('error', new Error('away'))

    expect(view).not.toBe(client)
    expect(heard).toHaveLength(1)
    expect(client.listenerCount('error')).toBe(1)
  })

  it('hands its setting on to the copies that workers make', () => {
    const view = withoutAlarms(
      createClient({ url: 'redis://127.0.0.1:1', commandOptions: { timeout: 5_000 } }),
    )

    expect(view.duplicate().options.commandOptions).toMatchObject({ timeout: 0 })
  })

  it('leaves every other client as it is', () => {
    const ioredis = Object.assign(new EventEmitter(), {
      call: async () => null,
      duplicate: () => null,
    })

    expect(withoutAlarms(ioredis)).toBe(ioredis)
  })
})
