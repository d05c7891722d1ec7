import { ConfigError } from '@social/core/store'

/** A reply that is no text, number or list: a client that hands out buffers, or something else than Redis. */
function strange(): ConfigError {
  return new ConfigError(
    'Redis answered with something else than what was asked for. Give redisStores a client that hands out text (no type mapping, no buffers), and nothing but Redis behind it.',
  )
}

/** The text of a reply; null when there is none. @throws ConfigError for anything else. */
export function textOrNull(reply: unknown): string | null {
  if (reply === null || reply === undefined) return null
  if (typeof reply === 'string') return reply
  throw strange()
}

/** @throws ConfigError when the reply is no text. */
export function textOf(reply: unknown): string {
  if (typeof reply === 'string') return reply
  throw strange()
}

/** @throws ConfigError when the reply is no list. */
export function listOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply
  throw strange()
}

/** Some clients give long numbers as text. @throws ConfigError when the reply is no number. */
export function numberOf(reply: unknown): number {
  const value = typeof reply === 'string' && reply !== '' ? Number(reply) : reply
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw strange()
}
