import { setTimeout as sleep } from 'node:timers/promises'

import { CuttingProxy } from '@social-internal/servers'
import { PORT_CALLS } from '@social-internal/servers/port-calls'
import { NetworkError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { canStart, ownServer } from '../__fixtures__/own-server.js'
import { redisStores } from '../stores.js'

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

describe.runIf(canStart)('each call of each port', () => {
  const own = ownServer()
  let prefixes = 0
  /** Returns a prefix that no other call of this function returns. */
  const prefix = (): string => `each-${(prefixes += 1)}`

  it.each(PORT_CALLS)('$name loses and duplicates nothing if its connection is cut', async (call) => {
    const { before, run, gives, after, leaves } = call
    await using proxy = await CuttingProxy.open(own.server.port)
    // First loses the response to the call's first command, then the response to its second command
    // if there is one.
    for (const at of [0, 1]) {
      const name = prefix()
      const { stores } = await own.connect('redis', { port: proxy.port, prefix: name })
      const prepared = await before?.(stores)
      await stores.check()
      proxy.cutNextAnswer(at)

      expect(await run(stores, prepared)).toEqual(gives)
      proxy.turn('PASS')
      const fresh = await own.connect('redis', { prefix: name })
      expect(await after(fresh.stores)).toEqual(leaves)
    }
  })

  it.each(PORT_CALLS)('$name is done once if the server dies before its response', async (call) => {
    const { before, run, gives, after, leaves } = call
    await using proxy = await CuttingProxy.open(own.server.port)
    const name = prefix()
    const options = { port: proxy.port, prefix: name, timeoutSeconds: 20 }
    const { stores } = await own.connect('redis', options)
    const prepared = await before?.(stores)
    await stores.check()
    proxy.turn('SWALLOW_ANSWERS')
    const running = run(stores, prepared)
    // Waits until the server has run the command. The proxy does not deliver the response.
    await sleep(20)
    await own.server.kill()
    proxy.turn('PASS')
    await own.server.start()

    expect(await running).toEqual(gives)
    const fresh = await own.connect('redis', { prefix: name })
    expect(await after(fresh.stores)).toEqual(leaves)
  })

  it.each(PORT_CALLS)('$name is refused completely by a full server, or done completely', async (call) => {
    const { before, run, gives, after, leaves } = call
    const { stores, ask } = await own.connect('redis', { prefix: prefix() })
    const prepared = await before?.(stores)
    await stores.check()
    await ask('CONFIG', 'SET', 'maxmemory', '1')
    const error = await errorOf(run(stores, prepared))
    await ask('CONFIG', 'SET', 'maxmemory', '0')

    // Deletions need no memory, so they succeed on a full server.
    const isRefused = NetworkError.is(error) && error.message.includes('maxmemory')
    const answer = isRefused ? await run(stores, prepared) : gives

    expect(isRefused || error === null).toBe(true)
    expect(answer).toEqual(gives)
    expect(await after(stores)).toEqual(leaves)
  })

  it.each(PORT_CALLS)('$name changes nothing on a replica, and is done by the primary', async (call) => {
    const { before, run, gives, after, leaves } = call
    const name = prefix()
    const { stores, ask } = await own.connect('redis', { prefix: name })
    const impatient = await own.connect('redis', { prefix: name, timeoutSeconds: 0.3 })
    const prepared = await before?.(stores)
    await ask('REPLICAOF', '127.0.0.1', '1')
    const error = await errorOf(run(impatient.stores, prepared))
    await ask('REPLICAOF', 'NO', 'ONE')

    expect(NetworkError.is(error)).toBe(true)
    expect(await run(stores, prepared)).toEqual(gives)
    expect(await after(stores)).toEqual(leaves)
  })

  it.each(PORT_CALLS)('$name opens no transaction that could be aborted', async ({ before, run }) => {
    const { ask } = await own.connect('redis')
    const names = new Set<string | undefined>()
    const recording = redisStores(
      (command) => {
        names.add(command[0])
        return ask(...command)
      },
      { prefix: prefix() },
    )
    await run(recording, await before?.(recording))

    expect(names.size).toBeGreaterThan(0)
    expect([...names].filter((word) => /^(?:MULTI|EXEC|WATCH)$/i.test(word ?? ''))).toEqual([])
  })
})
