import {
  appPlace,
  connectionPlace,
  notesPlace,
  receiptPlace,
  resultPlace,
  type Sealer,
} from '@social/store-kit'

import type { Keys } from '../keys.js'
import { hashOf } from '../ports/storage.js'
import { listOf, numberOf, textOf, textOrNull } from '../server/reply.js'
import { script } from '../server/script.js'
import type { Session } from '../server/session.js'

/** Number of values that one command reads. Our choice. */
const PAGE = '200'

/** Reads one page of the fields of a hash, with their values. */
const FIELDS = script(`return redis.call('HSCAN', KEYS[1], ARGV[2], 'COUNT', ARGV[3])`)

/** Reads one page of the keys that start with the prefix `KEYS[1]`. */
const NAMES = script(`local pattern = string.gsub(KEYS[1], '[%[%]%*%?%^\\\\]', '\\\\%0') .. '*'
return redis.call('SCAN', ARGV[2], 'MATCH', pattern, 'COUNT', ARGV[3])`)

/**
 * Replaces a value only if it is unchanged, because a value written in the meantime already uses
 * the newest key. The expiry stays unchanged.
 */
const SWAP_FIELD = script(`local stored = redis.call('HGET', KEYS[1], ARGV[2])
if not stored or redis.sha1hex(stored) ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[4])
return 1`)

const SWAP_TEXT = script(`local stored = redis.call('GET', KEYS[1])
if not stored or redis.sha1hex(stored) ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[3], 'KEEPTTL')
return 1`)

/**
 * Encrypts every value again with the newest key.
 * @returns Number of values that were encrypted again.
 */
export async function resealAll(session: Session, keys: Keys, sealer: Sealer): Promise<number> {
  const resealing = new Resealing(session, sealer)
  await resealing.hash(keys.connections, connectionPlace)
  await resealing.hash(keys.apps, appPlace)
  await resealing.notes(keys.notes)
  await resealing.journal(keys.journal)
  return resealing.count
}

/** One pass over all encrypted values. */
class Resealing {
  count = 0
  readonly #session: Session
  readonly #sealer: Sealer

  constructor(session: Session, sealer: Sealer) {
    this.#session = session
    this.#sealer = sealer
  }

  async hash(key: string, place: (id: string) => string): Promise<void> {
    for await (const flat of this.#pages(key, FIELDS))
      for (let at = 0; at + 1 < flat.length; at += 2) {
        const id = textOf(flat[at])
        await this.#field(key, id, { value: textOf(flat[at + 1]), place: place(id) })
      }
  }

  async notes(start: string): Promise<void> {
    for await (const names of this.#pages(start, NAMES))
      for (const name of names) {
        const [key, id] = keyIn(name, start)
        const value = textOrNull(await this.#session.read(['GET', key]))
        const sealed = value === null ? null : await this.#sealed(value, notesPlace(id))
        if (value !== null && sealed !== null)
          this.count += numberOf(await this.#session.run(SWAP_TEXT, [key], [hashOf(value), sealed]))
      }
  }

  async journal(start: string): Promise<void> {
    const places = { receipt: receiptPlace, result: resultPlace }
    for await (const names of this.#pages(start, NAMES))
      for (const name of names) {
        const [key, id] = keyIn(name, start)
        for (const [field, place] of Object.entries(places)) {
          const value = textOrNull(await this.#session.read(['HGET', key, field]))
          if (value !== null) await this.#field(key, field, { value, place: place(id) })
        }
      }
  }

  async #field(
    key: string,
    field: string,
    { value, place }: { readonly value: string; readonly place: string },
  ): Promise<void> {
    const sealed = await this.#sealed(value, place)
    if (sealed === null) return
    this.count += numberOf(await this.#session.run(SWAP_FIELD, [key], [field, hashOf(value), sealed]))
  }

  /**
   * Returns the value encrypted with the newest key. Returns null if the value already uses the
   * newest key.
   */
  async #sealed(value: string, place: string): Promise<string | null> {
    if (this.#sealer.isNewest(value)) return null
    return this.#sealer.seal(await this.#sealer.unseal(value, place), place)
  }

  async *#pages(key: string, scan: typeof FIELDS): AsyncGenerator<readonly unknown[], void, undefined> {
    for (let cursor = '0'; ;) {
      const [next, page] = listOf(await this.#session.run(scan, [key], [cursor, PAGE]))
      yield listOf(page)
      cursor = textOf(next)
      if (cursor === '0') return
    }
  }
}

/**
 * Returns the key in the form that the client expects, and the id at its end. A client with a
 * prefix option adds its prefix to every key, so that prefix is removed here.
 */
function keyIn(name: unknown, start: string): readonly [key: string, id: string] {
  const whole = textOf(name)
  const key = whole.slice(Math.max(0, whole.indexOf(start)))
  return [key, key.slice(start.length)]
}
