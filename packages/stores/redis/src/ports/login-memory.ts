import { randomUUID } from 'node:crypto'

import { type LoginMemory, type LoginNotes, portArguments } from '@social/core/store'
import { notesRowId, type Sealer, sealNotes, unsealNotes } from '@social/store-kit'

import type { Keys } from '../keys.js'
import { textOrNull } from '../server/reply.js'
import { script } from '../server/script.js'
import type { Session } from '../server/session.js'

const KEEP = script(`redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`)

const FORGET = script(`redis.call('DEL', KEYS[1])
return 1`)

/** Takes the notes. A repeated call whose first response was lost returns the same notes. */
const TAKE = script(`local before = redis.call('GET', KEYS[2])
if before then return before end
local notes = redis.call('GETDEL', KEYS[1])
if notes then redis.call('SET', KEYS[2], notes, 'PX', ARGV[2]) end
return notes`)

/** Stores the notes of unfinished sign-ins in Redis, each with an expiry. */
export class RedisLoginMemory implements LoginMemory {
  readonly #session: Session
  readonly #keys: Keys
  readonly #sealer: Sealer

  constructor(session: Session, keys: Keys, sealer: Sealer) {
    this.#session = session
    this.#keys = keys
    this.#sealer = sealer
  }

  async keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }): Promise<void> {
    portArguments.loginMemory.keep(state, notes, options)
    const id = notesRowId(state)
    const body = await sealNotes(this.#sealer, id, notes)
    const lifetimeMs = Math.max(1, Math.ceil(options.lifetimeSeconds * 1000))
    await this.#session.run(KEEP, [this.#keys.notes + id], [body, lifetimeMs])
  }

  async lookUp(state: string): Promise<LoginNotes | null> {
    portArguments.loginMemory.lookUp(state)
    const id = notesRowId(state)
    return this.#read(id, await this.#session.read(['GET', this.#keys.notes + id]))
  }

  async take(state: string): Promise<LoginNotes | null> {
    portArguments.loginMemory.take(state)
    const id = notesRowId(state)
    const places = [this.#keys.notes + id, this.#keys.once(randomUUID())] as const
    return this.#read(id, await this.#session.run(TAKE, places, [this.#session.onceMs]))
  }

  async forget(state: string): Promise<void> {
    portArguments.loginMemory.forget(state)
    await this.#session.run(FORGET, [this.#keys.notes + notesRowId(state)], [])
  }

  async #read(id: string, reply: unknown): Promise<LoginNotes | null> {
    const body = textOrNull(reply)
    return body === null ? null : unsealNotes(this.#sealer, id, body)
  }
}
