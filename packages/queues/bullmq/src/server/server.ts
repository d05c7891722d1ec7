import { ConfigError } from '@social/core/store'

import type { SendCommand } from '../client.js'

/**
 * Minimum version of Redis, as BullMQ recommends.
 * https://docs.bullmq.io/guide/redis-tm-compatibility (read 2026-11-22)
 */
const OLDEST_VERSION = [6, 2] as const

/** Reads the server's clock, in milliseconds since 1970. */
export async function serverTime(send: SendCommand): Promise<number> {
  const reply = await send(['TIME'])
  const [seconds, microseconds] = Array.isArray(reply) ? reply.map(Number) : []
  if (seconds === undefined || microseconds === undefined)
    throw new ConfigError('Redis returned an unexpected reply to TIME. Check that the server is Redis.')
  return seconds * 1000 + microseconds / 1000
}

/**
 * Checks the settings of the server.
 *
 * @throws ConfigError for a server that may drop jobs, or that loses jobs on a restart.
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
      'Redis has no append-only file and loses its jobs on a restart. Set appendonly to yes. Pass acceptLoss: true only for tests, or for services with another persistence that they do not report.',
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
