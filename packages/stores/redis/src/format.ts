import { ConfigError } from '@social/core/store'
import { isPermit, type KeyRing, makePermit } from '@social/store-kit'

import type { RedisCommand } from './server/client.js'
import { listOf, textOf } from './server/reply.js'
import { script, type ScriptRunner } from './server/script.js'

/**
 * Version of the layout that this code reads and writes. The next version is accepted, because adjacent versions run
 * side by side during a deploy. A new version only adds keys and fields that the previous version ignores.
 */
const FORMAT_VERSION = 1

/**
 * Values of each hash that are checked for a seal. A planted unsealed row usually has sealed rows around it. Our
 * choice.
 */
const SAMPLE = 20
const KEY = 'key:'
const PERMITTED = 'permit:'

/**
 * Registers the version, the name of the newest key, and whether the stores had no key. The first key of unsealed stores
 * permits the existing unsealed values. If any value is sealed, there was a key before and its name was deleted: no
 * permit. Returns all registered fields.
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

/** Everything is sealed with the newest key: deletes the names of the older keys and the permits. */
const SEALED = script(`for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if field ~= 'version' and field ~= 'key:' .. ARGV[2] then redis.call('HDEL', KEYS[1], field) end
end
return 1`)

/** Metadata of the stores: the version of their layout, and the names of used keys. */
export class Format {
  readonly key: string
  readonly #send: RedisCommand
  readonly #keys: readonly string[]
  readonly #ring: KeyRing | null

  /** @param sealed - Hashes whose values are sealed. */
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
   * Registers this process with the stores.
   *
   * @throws ConfigError if the stores are more than one version newer, or a key is missing.
   */
  async join(): Promise<void> {
    const ring = this.#ring
    // The newest key is registered after all other keys were found.
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

  /** True while a permit exists. Read each time, because any process may end it. */
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

/** Converts a list of alternating names and values. */
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
