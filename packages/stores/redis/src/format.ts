import { ConfigError } from '@social/core/store'
import { isPermit, type KeyRing, makePermit } from '@social/store-kit'

import type { RedisCommand } from './server/client.js'
import { listOf, textOf } from './server/reply.js'
import { script, type ScriptRunner } from './server/script.js'

/**
 * Version of the data layout that this code reads and writes. The next version is also accepted,
 * because adjacent versions run side by side during a deploy. A new version only adds keys and
 * fields that the previous version ignores.
 */
const FORMAT_VERSION = 1

/**
 * Number of values in each hash that are checked for encryption. A plain text value that an
 * attacker planted usually has encrypted values next to it. Our choice.
 */
const SAMPLE = 20
const KEY = 'key:'
const PERMITTED = 'permit:'

/**
 * Registers three facts: the layout version, the name of the newest key, and whether the stores
 * had no key before. Stores that get their first key permit the existing values in plain text. If
 * any value is already encrypted, a key was used before and its name was deleted, so no permit is
 * given. Returns all registered fields.
 */
const JOIN = `local version = redis.call('HGET', KEYS[1], 'version')
if not version then
  redis.call('HSET', KEYS[1], 'version', ARGV[1])
elseif tonumber(version) > tonumber(ARGV[1]) + 1 then
  return redis.call('HGETALL', KEYS[1])
end
local known = redis.call('HKEYS', KEYS[1])
local keys = 0
for _, field in ipairs(known) do if string.sub(field, 1, 4) == 'key:' then keys = keys + 1 end end
if ARGV[2] == '' then
  if keys == 0 then redis.call('HSETNX', KEYS[1], 'unsealed', '1') end
elseif redis.call('HEXISTS', KEYS[1], 'key:' .. ARGV[2]) == 0 and ARGV[4] == '1' then
  local sealed = false
  for at = 2, #KEYS do
    local sample = redis.call('HRANDFIELD', KEYS[at], ${SAMPLE}, 'WITHVALUES')
    for i = 2, #sample, 2 do if string.sub(sample[i], 1, 1) ~= '{' then sealed = true end end
  end
  if keys == 0 and not sealed and redis.call('HEXISTS', KEYS[1], 'unsealed') == 1 then
    redis.call('HSET', KEYS[1], 'permit:' .. ARGV[2], ARGV[3])
  end
  redis.call('HSET', KEYS[1], 'key:' .. ARGV[2], '')
end
return redis.call('HGETALL', KEYS[1])`

const FIELDS = script(`return redis.call('HGETALL', KEYS[1])`)

/**
 * Run when every value is encrypted with the newest key. Deletes the names of the older keys and
 * the permits.
 */
const SEALED = script(`for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if field ~= 'version' and field ~= 'key:' .. ARGV[2] then redis.call('HDEL', KEYS[1], field) end
end
return 1`)

/**
 * Reads and writes the metadata of the stores: the version of the data layout, and the names of
 * the keys in use.
 */
export class Format {
  readonly key: string
  readonly #send: RedisCommand
  readonly #keys: readonly string[]
  readonly #ring: KeyRing | null

  /** @param sealed - Names of the hashes whose values are encrypted. */
  constructor(
    send: RedisCommand,
    { key, sealed }: { readonly key: string; readonly sealed: readonly string[] },
    ring: KeyRing | null,
  ) {
    this.#send = send
    this.key = key
    this.#keys = [key, ...sealed]
    this.#ring = ring
  }

  /**
   * Registers this process in the metadata of the stores.
   *
   * @throws ConfigError if the data layout is more than one version newer, or a key is missing.
   */
  async join(): Promise<void> {
    const ring = this.#ring
    // The first pass registers without the newest key and fails if an older key is missing. The
    // second pass registers the newest key.
    for (const isComplete of ring === null ? ['0'] : ['0', '1']) {
      const proof = ring === null ? '' : makePermit(ring).proof
      const args = [String(FORMAT_VERSION), ring?.newest ?? '', proof, isComplete]
      const fields = toFields(
        await this.#send(['EVAL', JOIN, String(this.#keys.length), ...this.#keys, ...args], this.key),
      )
      refuseLater(fields.get('version') ?? '')
      refuseMissingKeys(fields, ring)
      if (ring !== null && fields.has(KEY + ring.newest)) return
    }
  }

  /**
   * Returns whether a permit for values in plain text exists. The permit is read each time,
   * because any process may delete it.
   */
  async believesUnsealed(session: ScriptRunner): Promise<boolean> {
    const ring = this.#ring
    if (ring === null) return true
    const fields = toFields(await session.run(FIELDS, [this.key], []))
    return [...fields].some(
      ([name, proof]) =>
        name.startsWith(PERMITTED) && isPermit(ring, { keyName: name.slice(PERMITTED.length), proof }),
    )
  }

  /** Deletes every permit and the names of older keys. */
  async allSealed(session: ScriptRunner, newest: string): Promise<void> {
    await session.run(SEALED, [this.key], [newest])
  }
}

/** Converts a flat list of alternating names and values into a map. */
function toFields(reply: unknown): ReadonlyMap<string, string> {
  const flat = listOf(reply)
  const fields = new Map<string, string>()
  for (let at = 0; at + 1 < flat.length; at += 2) fields.set(textOf(flat[at]), textOf(flat[at + 1]))
  return fields
}

function refuseLater(version: string): void {
  if (Number(version) <= FORMAT_VERSION + 1) return
  throw new ConfigError(
    `The stores in Redis have version ${Number(version)}; this @social/redis supports version ${FORMAT_VERSION} and accepts at most ${FORMAT_VERSION + 1}. Update @social/redis.`,
  )
}

function refuseMissingKeys(fields: ReadonlyMap<string, string>, ring: KeyRing | null): void {
  const used = [...fields.keys()].filter((name) => name.startsWith(KEY)).map((name) => name.slice(KEY.length))
  if (ring === null) {
    if (used.length === 0) return
    throw new ConfigError(
      'The stores in Redis are sealed. Pass the key they were sealed with to redisStores.',
    )
  }
  const missing = used.filter((name) => ring.find(name) === null)
  if (missing.length > 0)
    throw new ConfigError(
      `The stores in Redis are sealed with the key "${missing.join('", "')}", which is missing from keys. Add it to keys, after the newest. It can be removed after reseal() has run with both.`,
    )
}
