import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { redisStores } from './stores.js'

const FIT = { redis_version: '7.0.15', role: 'master', maxmemory_policy: 'noeviction', aof_enabled: '1' }

const refused = (): Promise<never> => Promise.reject(new Error('NOPERM of the test'))

/**
 * Inspects a server with the given properties. Returns the outcome and the commands that were
 * sent.
 */
async function judge(changes: Partial<typeof FIT>) {
  const asked: string[] = []
  const facts = Object.entries({ ...FIT, ...changes }).map(([name, value]) => `${name}:${value}\r`)
  const send = (command: string[]): Promise<unknown> => {
    asked.push(command[0] ?? '')
    return asked.length === 1 ? Promise.resolve([1_700_000_000_000, `\n${facts.join('\n')}`]) : refused()
  }
  const error: unknown = await redisStores(send, { timeoutSeconds: 5 })
    .check()
    .catch((thrown: unknown) => thrown)
  return { error, asked }
}

describe('a server', () => {
  it.each(['6.0.20', '5.0.14', '6.1.9', ''])(
    'that is too old is refused with its version: %j',
    async (version) => {
      const { error, asked } = await judge({ redis_version: version })
      expect(error).toBeInstanceOf(ConfigError)
      expect(String(error)).toContain(`Redis ${version} is too old. Use 6.2 or newer.`)
      expect(asked).toEqual(['EVAL'])
    },
  )

  it.each(['6.2.0', '6.10.1', '7.0.15', '8.2.0'])(
    'that is new enough is inspected further: %s',
    async (version) => {
      expect((await judge({ redis_version: version })).asked.length).toBeGreaterThan(1)
    },
  )

  it('that may drop keys is refused', async () => {
    const dropping = await judge({ maxmemory_policy: 'allkeys-lru' })
    expect(dropping.error).toBeInstanceOf(ConfigError)
    expect(String(dropping.error)).toContain('maxmemory-policy allkeys-lru')
  })
})
