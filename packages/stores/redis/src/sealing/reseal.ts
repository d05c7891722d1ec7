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

/** Values read at a time. Our choice. */
const PAGE = '200'

/** One page of the fields of a hash, with their values. */
const FIELDS = script(`return redis.call('HSCAN', KEYS[1], ARGV[2], 'COUNT', ARGV[3])`)

/** One page of all keys; `KEYS[1]` is the prefix of the wanted keys. */
const NAMES = script(`local pattern = string.gsub(KEYS[1], '[%[%]%*%?%^\\\\]', '\\\\%0') .. '*'
return redis.call('SCAN', ARGV[2], 'MATCH', pattern, 'COUNT', ARGV[3])`)

/** A value written in the meantime is already sealed with the newest key. The expiry stays unchanged. */
const SWAP_FIELD = script(`local stored = redis.call('HGET', KEYS[1], ARGV[2])
if not stored or redis.sha1hex(stored) ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[4])
return 1`)

const SWAP_TEXT = script(`local stored = redis.call('GET', KEYS[1])
if not stored or redis.sha1hex(stored) ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[3], 'KEEPTTL')
return 1`)

/** Seals every value with the newest key. @returns Number of values that were sealed again. */
export async function resealAll(session: Session, keys: Keys, sealer: Sealer): Promise<number> {
  const resealing = new Resealing(session, sealer)
  await resealing.hash(keys.connections, connectionPlace)
  await resealing.hash(keys.apps, appPlace)
  await resealing.notes(keys.notes)
  await resealing.journal(keys.journal)
  return resealing.count
}

/** One pass over all sealed values. */
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

  /** The value sealed with the newest key; null if it already is. */
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
 * A key in the form that the client expects, and its id. A client with a prefix option adds the prefix to every key
 * that it is given, so the prefix is removed here.
 */
function keyIn(name: unknown, start: string): readonly [key: string, id: string] {
  const whole = textOf(name)
  const key = whole.slice(Math.max(0, whole.indexOf(start)))
  return [key, key.slice(start.length)]
}
