import { ConfigError } from '@social/core/store'

import type { SendCommand } from '../client.js'

/** Redis 6.2: what BullMQ recommends at least. https://docs.bullmq.io/guide/redis-tm-compatibility (read 2026-11-22) */
const OLDEST_VERSION = [6, 2] as const

/** The moment by the server's clock, in milliseconds. */
export async function serverTime(send: SendCommand): Promise<number> {
  const reply = await send(['TIME'])
  const [seconds, microseconds] = Array.isArray(reply) ? reply.map(Number) : []
  if (seconds === undefined || microseconds === undefined)
    throw new ConfigError('Redis answered TIME with something else than a moment. Is it a Redis?')
  return seconds * 1000 + microseconds / 1000
}

/**
 * Looks at the server before the first job.
 *
 * @throws ConfigError for one that may drop jobs, or forgets them when it is restarted.
 */
export async function inspectServer(
  send: SendCommand,
  options: { readonly acceptLoss: boolean },
): Promise<void> {
  const facts = readFacts(await send(['INFO']))
  const version = facts.get('redis_version')
  if (version !== undefined && isOlder(version))
    throw new ConfigError(
      `The queue needs Redis ${OLDEST_VERSION.join('.')} or newer; this one is ${version}.`,
    )
  const policy = facts.get('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction')
    throw new ConfigError(
      `Redis may drop jobs when it is full: its maxmemory-policy is ${policy}. Set maxmemory-policy to noeviction.`,
    )
  if (facts.get('aof_enabled') === '0' && !options.acceptLoss)
    throw new ConfigError(
      'Redis forgets its jobs when it is restarted: it keeps no append-only file. Set appendonly to yes; acceptLoss: true is for tests, and for services that keep data in another way and do not say so.',
    )
}

function readFacts(info: unknown): ReadonlyMap<string, string> {
  const lines = typeof info === 'string' ? info.split(/\r?\n/) : []
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(':')
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const]
    }),
  )
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_VERSION
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}
