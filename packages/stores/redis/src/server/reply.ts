import { ConfigError } from '@social/core/store'

/**
 * Makes the error for a reply of an unexpected type. The cause is a client that returns buffers,
 * or a server that is not Redis.
 */
function strange(): ConfigError {
  return new ConfigError(
    'Redis returned an unexpected type. Give redisStores a client that returns text (no type mapping, no buffers), connected to a Redis server.',
  )
}

/**
 * Returns the text of a reply, or null for nil.
 * @throws ConfigError for any other type.
 */
export function textOrNull(reply: unknown): string | null {
  if (reply === null || reply === undefined) return null
  if (typeof reply === 'string') return reply
  throw strange()
}

/**
 * Returns the text of a reply.
 * @throws ConfigError if the reply is not text.
 */
export function textOf(reply: unknown): string {
  if (typeof reply === 'string') return reply
  throw strange()
}

/**
 * Returns the list of a reply.
 * @throws ConfigError if the reply is not a list.
 */
export function listOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply
  throw strange()
}

/**
 * Returns the number of a reply, which some clients return as text.
 * @throws ConfigError if the reply is not a number.
 */
export function numberOf(reply: unknown): number {
  const value = typeof reply === 'string' && reply !== '' ? Number(reply) : reply
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw strange()
}
